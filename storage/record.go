package storage

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"

	"orbweaver/crawlers"
)

// A sealed value is a byte that says what it is, the CRC-32C of that byte and the rest, and the rest as compact JSON: fields may be
// added to the records without a new format, and a flipped bit is found instead of replayed.
const sealSize = 1 + 4

// What a sealed value is.
const (
	sealSeeded   = 'S'
	sealAsked    = 'A' // an asked
	sealEnded    = 'E' // in log: 8 bytes, the sequence number; in history: the Ended itself
	sealBudgeted = 'B'
	sealMarked   = 'J' // a judgement
	sealRested   = 'R'
	sealPick     = 'P'
	sealMeta     = 'M'
	sealTally    = 'T'
	sealKept     = 'K' // what Store.Put keeps
	sealModel    = 'F' // the file that the family was given, as it is
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// asked is what the log keeps of crawlers.Asked: the picks lie in a bucket of their own, from where history reads them
// too.
type asked struct {
	crawlers.Asked
	Picks uint64 `json:"picks,omitempty"` // how many, from FirstID
}

func seal(what byte, payload []byte) []byte {
	b := make([]byte, sealSize, sealSize+len(payload))
	b[0] = what
	binary.BigEndian.PutUint32(b[1:], checksum(what, payload))
	return append(b, payload...)
}

func checksum(what byte, payload []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte{what}, castagnoli), castagnoli, payload)
}

// sealJSON seals v as JSON. The error is that of a value that JSON can not hold, such as a score that is NaN.
func sealJSON(what byte, v any) ([]byte, error) {
	payload, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return seal(what, payload), nil
}

// unseal returns what a value is and holds.
func unseal(value []byte) (what byte, payload []byte, err error) {
	if len(value) < sealSize {
		return 0, nil, damaged("a record of %d bytes is too short", len(value))
	}
	payload = value[sealSize:]
	if binary.BigEndian.Uint32(value[1:]) != checksum(value[0], payload) {
		return 0, nil, damaged("the checksum of a record is wrong")
	}
	return value[0], payload, nil
}

// unsealJSON decodes a value that must be of the given sort.
func unsealJSON(what byte, value []byte, into any) error {
	is, payload, err := unseal(value)
	if err != nil {
		return err
	}
	if is != what {
		return damaged("a record of sort %q stands where one of sort %q belongs", is, what)
	}
	if err := json.Unmarshal(payload, into); err != nil {
		return damaged("a record does not decode: %w", err)
	}
	return nil
}

// decodeLog decodes an entry of the log. Of an Asked the Picks are missing and counted in picks; of an Ended everything
// but Seq is missing.
func decodeLog(value []byte) (r crawlers.Record, picks uint64, err error) {
	what, payload, err := unseal(value)
	if err != nil {
		return nil, 0, err
	}
	switch what {
	case sealSeeded:
		r, err = decode[crawlers.Seeded](payload)
	case sealAsked:
		var a asked
		a, err = decode[asked](payload)
		a.Asked.Picks = nil
		r, picks = a.Asked, a.Picks
	case sealEnded:
		if len(payload) != 8 {
			return nil, 0, damaged("an outcome of %d bytes in the log", len(payload))
		}
		r = crawlers.Ended{Seq: binary.BigEndian.Uint64(payload)}
	case sealBudgeted:
		r, err = decode[crawlers.Budgeted](payload)
	case sealMarked:
		r, err = decode[crawlers.Marked](payload)
	case sealRested:
		r, err = decode[crawlers.Rested](payload)
	default:
		return nil, 0, damaged("a record of the unknown sort %q in the log", what)
	}
	return r, picks, err
}

func decode[T any](payload []byte) (T, error) {
	var v T
	if err := json.Unmarshal(payload, &v); err != nil {
		return v, damaged("a record does not decode: %w", err)
	}
	return v, nil
}
