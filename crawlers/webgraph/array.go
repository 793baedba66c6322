package webgraph

// array is like a slice, but nothing in it moves when it grows: that would take tens of milliseconds where there are many.
type array[E any] struct {
	blocks [][]E // of blockLength elements, or more where those of the next follow
	length int
}

const (
	blockBits   = 12
	blockLength = 1 << blockBits
)

func (a *array[E]) at(i int32) *E { return &a.blocks[i>>blockBits][i&(blockLength-1)] }

// reach makes the index i be there.
func (a *array[E]) reach(i int32) {
	for int(i) >= len(a.blocks)<<blockBits {
		a.blocks = append(a.blocks, make([]E, blockLength))
	}
	a.length = max(a.length, int(i)+1)
}

// room is n elements side by side behind the others, and the index of the first. They do not count as long as nobody has added
// to the length.
func (a *array[E]) room(n int) (from int32, elements []E) {
	if left := len(a.blocks)<<blockBits - a.length; left < n {
		a.length += left
		more := make([]E, (n+blockLength-1)>>blockBits<<blockBits)
		for ; len(more) > 0; more = more[blockLength:] {
			a.blocks = append(a.blocks, more)
		}
	}
	from = int32(a.length)                    // #nosec G115 -- elements in memory, fewer than 2³¹
	return from, a.slice(from, from+int32(n)) // #nosec G115 -- as above
}

// slice is the elements from one index to before another, for which there was room.
func (a *array[E]) slice(from, to int32) []E {
	if from == to {
		return nil
	}
	return a.blocks[from>>blockBits][from&(blockLength-1):][:to-from]
}
