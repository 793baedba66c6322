package storage

import (
	"bytes"
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

	maxKey = 1 << 10 // no key of ours is longer
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
	f, err := os.Open(path) // #nosec G304 -- in the folder of sessions; IDs hold no separators (isID)
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
// its parent takes it for, is reached once, and holds elements that lie within it, their keys in order.
func checkTree(file io.ReaderAt, size int64) error {
	t, root, err := newestMeta(file, size)
	if err != nil {
		return err
	}
	if t.pages > uint64(size)/t.pageSize { // #nosec G115 -- the size of a file
		return fmt.Errorf("it is cut off: %d bytes of %d", size, t.pages*t.pageSize)
	}
	t.met = make([]bool, t.pages)
	t.met[0], t.met[1] = true, true
	_, err = t.walk(node{id: root, inRoot: true})
	return err
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
		_, _ = sum.Write(m[:boltMeta-8]) // a hash takes everything
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

// node is a page to be checked: keys in it must be at least min and less than max, where these are not nil. In the root
// bucket's leaves every element must be a bucket; in the buckets none may be.
type node struct {
	id       uint64
	inRoot   bool
	min, max []byte

	flags  uint16
	count  int
	extent uint64 // bytes, with the pages that it overflows to
	head   []byte // its beginning: the elements at least
}

// walk checks the page and all below it, and returns the last key.
func (t *tree) walk(n node) (last []byte, err error) {
	if err := t.claim(&n); err != nil {
		return nil, fmt.Errorf("page %d: %w", n.id, err)
	}
	switch n.flags {
	case boltBranch:
		return t.branch(n)
	case boltLeaf:
		if last, err = t.leaf(n); err != nil {
			return nil, fmt.Errorf("page %d: %w", n.id, err)
		}
		return last, nil
	}
	return nil, fmt.Errorf("page %d: neither branch nor leaf (%#x)", n.id, n.flags)
}

// claim reads a page's head and marks its extent as met.
func (t *tree) claim(n *node) error {
	if n.id < 2 || n.id >= t.pages {
		return fmt.Errorf("it lies outside of the %d pages", t.pages)
	}
	n.head = make([]byte, t.pageSize)
	at := int64(n.id * t.pageSize) // #nosec G115 -- before the end of the file: checkTree and the line above have looked
	if _, err := t.file.ReadAt(n.head, at); err != nil {
		return err
	}
	if self := binary.NativeEndian.Uint64(n.head); self != n.id {
		return fmt.Errorf("it says it is page %d", self)
	}
	n.flags, n.count = binary.NativeEndian.Uint16(n.head[8:]), int(binary.NativeEndian.Uint16(n.head[10:]))
	end := n.id + 1 + uint64(binary.NativeEndian.Uint32(n.head[12:]))
	if end > t.pages {
		return fmt.Errorf("it reaches to %d of %d pages", end, t.pages)
	}
	for i := n.id; i < end; i++ {
		if t.met[i] {
			return errors.New("it is reached twice")
		}
		t.met[i] = true
	}
	n.extent = (end - n.id) * t.pageSize
	need := boltPageHeader + boltElement*uint64(n.count) // #nosec G115 -- of 16 bits
	if n.inRoot && n.flags == boltLeaf {
		need = n.extent // its values are buckets, which are walked too
	}
	if need > n.extent {
		return fmt.Errorf("%d elements do not fit", n.count)
	}
	if need <= t.pageSize {
		return nil
	}
	n.head = make([]byte, need)
	_, err := t.file.ReadAt(n.head, at)
	return err
}

func (t *tree) branch(n node) (last []byte, err error) {
	if n.count == 0 {
		return nil, fmt.Errorf("page %d: a branch without children", n.id)
	}
	keys := make([][]byte, n.count+1)
	for i := range n.count {
		at := boltPageHeader + boltElement*i
		offset := uint64(at) + uint64(binary.NativeEndian.Uint32(n.head[at:]))
		if keys[i], err = t.key(n, offset, binary.NativeEndian.Uint32(n.head[at+4:])); err != nil {
			return nil, fmt.Errorf("page %d, child %d: %w", n.id, i, err)
		}
	}
	keys[n.count] = n.max
	last = n.min
	for i := range n.count {
		if err := inOrder(n, i, last, keys[i]); err != nil {
			return nil, fmt.Errorf("page %d, child %d: %w", n.id, i, err)
		}
		child := binary.NativeEndian.Uint64(n.head[boltPageHeader+boltElement*i+8:])
		if last, err = t.walk(node{id: child, inRoot: n.inRoot, min: keys[i], max: keys[i+1]}); err != nil {
			return nil, err
		}
	}
	return last, nil
}

// leaf checks the elements of a leaf page, or of a bucket that is kept within its parent's value.
func (t *tree) leaf(n node) (last []byte, err error) {
	last = n.min
	for i := range n.count {
		at := boltPageHeader + boltElement*i
		flags, keySize, valueSize := binary.NativeEndian.Uint32(n.head[at:]), binary.NativeEndian.Uint32(n.head[at+8:]), binary.NativeEndian.Uint32(n.head[at+12:])
		offset := uint64(at) + uint64(binary.NativeEndian.Uint32(n.head[at+4:]))
		value := offset + uint64(keySize)
		end := value + uint64(valueSize)
		isBucket := flags == boltBucketFlag
		if end > n.extent || isBucket != n.inRoot {
			return nil, fmt.Errorf("entry %d is not what belongs there", i)
		}
		key, err := t.key(n, offset, keySize)
		if err == nil {
			err = inOrder(n, i, last, key)
		}
		if err == nil && isBucket {
			err = t.bucket(n.head[value:end])
		}
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", i, err)
		}
		last = key
	}
	return last, nil
}

// key reads the key of an element.
func (t *tree) key(n node, offset uint64, size uint32) ([]byte, error) {
	end := offset + uint64(size)
	switch {
	case end > n.extent || size > maxKey:
		return nil, errors.New("its key lies outside")
	case end <= uint64(len(n.head)):
		return n.head[offset:end], nil
	}
	key := make([]byte, size)
	_, err := t.file.ReadAt(key, int64(n.id*t.pageSize+offset)) // #nosec G115 -- within the extent of the page, which claim has found in the file
	return key, err
}

// inOrder says whether the i-th key of a page follows the one before, in this page or the ones to its left.
func inOrder(n node, i int, before, key []byte) error {
	order := bytes.Compare(before, key)
	if before != nil && (order > 0 || order == 0 && i > 0) || n.max != nil && bytes.Compare(key, n.max) >= 0 {
		return errors.New("its key is not in order")
	}
	return nil
}

// bucket checks the value that stands for a bucket: its root page's number, or 0 and the page itself.
func (t *tree) bucket(value []byte) error {
	if len(value) < boltBucketHeader {
		return fmt.Errorf("a bucket of %d bytes", len(value))
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		_, err := t.walk(node{id: root})
		return err
	}
	page := value[boltBucketHeader:]
	if len(page) < boltPageHeader || binary.NativeEndian.Uint16(page[8:]) != boltLeaf {
		return errors.New("the bucket within it is no leaf")
	}
	n := node{head: page, extent: uint64(len(page)), count: int(binary.NativeEndian.Uint16(page[10:]))}
	if boltPageHeader+boltElement*n.count > len(page) {
		return fmt.Errorf("the bucket within it can not hold %d elements", n.count)
	}
	_, err := t.leaf(n)
	return err
}
