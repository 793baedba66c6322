package frontier

// Guess is the number that the URL of a key has, most probably; -1 = none. It looks at no URL, and so at less memory than
// Find does.
func (x *Index) Guess(k Key) (number int32) { return x.guess(k) }
