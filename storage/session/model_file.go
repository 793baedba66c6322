package session

import (
	"fmt"
	"io"

	"orbweaver/crawlers"
)

// maxModel is the most bytes that a crawler's file may have.
const maxModel = 64 << 20

// ReadModel reads a file that a family is to be given, and checks that it is what the family takes. name is what errors
// call it.
func ReadModel(f crawlers.Family, name string, r io.Reader) ([]byte, error) {
	if f.Model == nil { // it need not be read to say so
		return nil, takesNone(f, name)
	}
	data, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, fmt.Errorf("the file %s can not be read: %w", name, err)
	}
	return data, checkModel(f, name, data)
}

func takesNone(f crawlers.Family, name string) error {
	return fmt.Errorf("the file %s can not be given to family %s: it takes none", name, f.Name)
}

// checkModel says what is wrong with giving a family that file; nil is no file, and never wrong.
func checkModel(f crawlers.Family, name string, model []byte) error {
	switch {
	case model == nil:
		return nil
	case f.Model == nil:
		return takesNone(f, name)
	case len(model) > maxModel:
		return fmt.Errorf("the file %s is larger than %d MB: it is no %s", name, maxModel>>20, f.Model.Name)
	}
	if err := f.Model.Check(model); err != nil {
		return fmt.Errorf("the file %s is no %s: %w", name, f.Model.Name, err)
	}
	return nil
}
