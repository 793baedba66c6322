package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"time"

	berrors "go.etcd.io/bbolt/errors"
)

// bbolt trusts its file: on a damaged one it panics, in goroutines of its own too, reads outside of its memory map, or
// goes round in circles, and any of these ends the program. So the file's tree is checked before bbolt may use it, with
// plain reads that can only fail. Layout: bbolt's internal/common, page.go, meta.go, inode.go and bucket.go.
const (
	boltMagic      = 0xED0CDAED
	boltVersion    = 2
	boltNoFreelist = 1<<64 - 1

	boltBranch = 0x01
	boltLeaf   = 0x02

	boltPageHeader   = 16
	boltElement      = 16 // of branches and leaves alike
	boltBucketHeader = 16
	boltBucketFlag   = 0x01
	boltMeta         = 64
)

// checkBeforeOpen checks the tree of a session file that nobody is writing. The error is ErrInUse, an ErrDamaged or
// the operating system's.
func checkBeforeOpen(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return explain(err)
	case !info.Mode().IsRegular():
		return damaged("it is no file")
	case info.Size() == 0:
		return damaged("it is empty") // bbolt would make a new database of it
	}
	db, err := openBolt(path, true, lockTimeout) // holds off writers; reads no more than the meta pages
	if err != nil {
		return err
	}
	defer db.Close()
	f, err := os.Open(path)
	if err != nil {
		return explain(err)
	}
	defer f.Close()
	if err := checkTree(f, info.Size()); err != nil {
		return damaged("%w", err)
	}
	return nil
}

// held says whether some program has the session file open. It does not wait.
func held(path string) bool {
	db, err := openBolt(path, true, time.Nanosecond)
	if err == nil {
		err = db.Close()
	}
	return errors.Is(err, ErrInUse)
}

// tree is a bbolt file being checked.
type tree struct {
	file     io.ReaderAt
	pageSize uint64
	pages    uint64 // the first page number that is not in use yet
	met      []bool // pages found so far
}

// checkTree checks that every page that bbolt can reach from its newest valid meta page lies within the file, is what
// its parent takes it for, is reached once, and holds elements that lie within it.
func checkTree(file io.ReaderAt, size int64) error {
	t, root, err := newestMeta(file, size)
	if err != nil {
		return err
	}
	if t.pages > uint64(size)/t.pageSize {
		return fmt.Errorf("it is cut off: %d bytes of %d", size, t.pages*t.pageSize)
	}
	t.met = make([]bool, t.pages)
	t.met[0], t.met[1] = true, true
	return t.walk(root, true)
}

// newestMeta finds the meta page that bbolt will use.
func newestMeta(file io.ReaderAt, size int64) (t *tree, root uint64, err error) {
	var newest uint64
	for _, offset := range metaOffsets(file, size) {
		page := make([]byte, boltPageHeader+boltMeta)
		if _, err := file.ReadAt(page, offset); err != nil {
			continue
		}
		m := page[boltPageHeader:]
		u64 := func(at int) uint64 { return binary.NativeEndian.Uint64(m[at:]) }
		sum := fnv.New64a()
		sum.Write(m[:boltMeta-8])
		if binary.NativeEndian.Uint32(m) != boltMagic || binary.NativeEndian.Uint32(m[4:]) != boltVersion || u64(56) != sum.Sum64() {
			continue
		}
		pageSize := uint64(binary.NativeEndian.Uint32(m[8:]))
		txid := u64(48)
		if pageSize < 512 || pageSize > 1<<24 || t != nil && txid < newest {
			continue
		}
		if u64(32) != boltNoFreelist {
			return nil, 0, errors.New("it was not written by Orbweaver")
		}
		newest, root = txid, u64(16)
		t = &tree{file: file, pageSize: pageSize, pages: u64(40)}
	}
	if t == nil {
		return nil, 0, berrors.ErrInvalid
	}
	return t, root, nil
}

// metaOffsets are the places where the two meta pages may be: the second one's depends on the page size, which either
// tells. bbolt itself looks at all of these.
func metaOffsets(file io.ReaderAt, size int64) []int64 {
	offsets := []int64{0}
	head := make([]byte, boltPageHeader+12)
	if _, err := file.ReadAt(head, 0); err == nil && binary.NativeEndian.Uint32(head[boltPageHeader:]) == boltMagic {
		if pageSize := binary.NativeEndian.Uint32(head[boltPageHeader+8:]); pageSize >= 512 {
			offsets = append(offsets, int64(pageSize))
		}
	}
	for offset := int64(1024); offset <= 1024<<14 && offset < size; offset *= 2 {
		offsets = append(offsets, offset)
	}
	return offsets
}

// walk checks the page and all below it. In the root bucket's leaves every element must be a bucket; in the buckets
// none may be.
func (t *tree) walk(id uint64, inRoot bool) error {
	extent, flags, count, err := t.claim(id)
	if err != nil {
		return err
	}
	length := boltPageHeader + boltElement*uint64(count)
	if inRoot && flags == boltLeaf {
		length = extent // its values are buckets, which are walked too
	}
	if length > extent {
		return fmt.Errorf("page %d: %d elements do not fit", id, count)
	}
	page := make([]byte, length)
	if _, err := t.file.ReadAt(page, int64(id*t.pageSize)); err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	switch flags {
	case boltBranch:
		return t.branch(id, page, extent, count, inRoot)
	case boltLeaf:
		return t.leaf(id, page, extent, count, inRoot)
	}
	return fmt.Errorf("page %d: neither branch nor leaf (%#x)", id, flags)
}

// claim reads a page's header and marks its extent, the page and its overflow, as met.
func (t *tree) claim(id uint64) (extent uint64, flags uint16, count int, err error) {
	if id < 2 || id >= t.pages {
		return 0, 0, 0, fmt.Errorf("page %d: outside of the %d pages", id, t.pages)
	}
	var h [boltPageHeader]byte
	if _, err := t.file.ReadAt(h[:], int64(id*t.pageSize)); err != nil {
		return 0, 0, 0, fmt.Errorf("page %d: %w", id, err)
	}
	if self := binary.NativeEndian.Uint64(h[:]); self != id {
		return 0, 0, 0, fmt.Errorf("page %d: says it is page %d", id, self)
	}
	end := id + 1 + uint64(binary.NativeEndian.Uint32(h[12:]))
	if end > t.pages {
		return 0, 0, 0, fmt.Errorf("page %d: reaches to %d of %d pages", id, end, t.pages)
	}
	for i := id; i < end; i++ {
		if t.met[i] {
			return 0, 0, 0, fmt.Errorf("page %d: reached twice", i)
		}
		t.met[i] = true
	}
	return (end - id) * t.pageSize, binary.NativeEndian.Uint16(h[8:]), int(binary.NativeEndian.Uint16(h[10:])), nil
}

func (t *tree) branch(id uint64, page []byte, extent uint64, count int, inRoot bool) error {
	if count == 0 {
		return fmt.Errorf("page %d: a branch without children", id)
	}
	for i := range count {
		at := boltPageHeader + boltElement*i
		e := page[at:]
		key := uint64(at) + uint64(binary.NativeEndian.Uint32(e)) + uint64(binary.NativeEndian.Uint32(e[4:]))
		if key > extent {
			return fmt.Errorf("page %d: key %d lies outside", id, i)
		}
		if err := t.walk(binary.NativeEndian.Uint64(e[8:]), inRoot); err != nil {
			return err
		}
	}
	return nil
}

// leaf checks the elements of a leaf page or of a bucket that is kept within its parent's value. page holds the
// elements, and all of the extent in the root bucket.
func (t *tree) leaf(id uint64, page []byte, extent uint64, count int, inRoot bool) error {
	for i := range count {
		at := boltPageHeader + boltElement*i
		e := page[at:]
		isBucket := binary.NativeEndian.Uint32(e) == boltBucketFlag
		key := uint64(at) + uint64(binary.NativeEndian.Uint32(e[4:]))
		value := key + uint64(binary.NativeEndian.Uint32(e[8:]))
		end := value + uint64(binary.NativeEndian.Uint32(e[12:]))
		switch {
		case end > extent:
			return fmt.Errorf("page %d: entry %d lies outside", id, i)
		case isBucket != inRoot:
			return fmt.Errorf("page %d: entry %d is not what belongs there", id, i)
		case isBucket:
			if err := t.bucket(id, page[value:end]); err != nil {
				return err
			}
		}
	}
	return nil
}

// bucket checks the value that stands for a bucket: its root page's number, or 0 and the page itself.
func (t *tree) bucket(parent uint64, value []byte) error {
	if len(value) < boltBucketHeader {
		return fmt.Errorf("page %d: a bucket of %d bytes", parent, len(value))
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return t.walk(root, false)
	}
	page := value[boltBucketHeader:]
	if len(page) < boltPageHeader || binary.NativeEndian.Uint16(page[8:]) != boltLeaf {
		return fmt.Errorf("page %d: a bucket within it is no leaf", parent)
	}
	count := int(binary.NativeEndian.Uint16(page[10:]))
	if boltPageHeader+boltElement*count > len(page) {
		return fmt.Errorf("page %d: %d elements do not fit into a bucket within it", parent, count)
	}
	return t.leaf(parent, page, uint64(len(page)), count, false)
}
