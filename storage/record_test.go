package storage

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"orbweaver/crawlers"
)

func FuzzDecodeLog(f *testing.F) {
	for _, v := range []struct {
		what  byte
		value any
	}{{sealSeeded, crawlers.Seeded{}}, {sealAsked, asked{Picks: 3}}, {sealBudgeted, crawlers.Budgeted{Pages: 7}}, {sealRested, crawlers.Rested{Stop: "budget"}}, {sealMarked, crawlers.Marked{Seq: 3, Judgement: crawlers.Good}}} {
		payload, err := json.Marshal(v.value)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(v.what, payload)
	}
	f.Add(byte(sealEnded), number(7))
	f.Fuzz(func(t *testing.T, what byte, payload []byte) {
		r, picks, err := decodeLog(seal(what, payload))
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%v is no ErrDamaged", err)
		}
		if err == nil && r == nil {
			t.Errorf("%v with %d picks", r, picks)
		}
	})
}

func TestFlippedBitOfARecordIsFound(t *testing.T) {
	value, err := sealJSON(sealBudgeted, crawlers.Budgeted{Pages: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 * len(value) {
		value[i/8] ^= 1 << (i % 8)
		if _, _, err := decodeLog(value); !errors.Is(err, ErrDamaged) {
			t.Errorf("bit %d: %v", i, err)
		}
		value[i/8] ^= 1 << (i % 8)
	}
}

func FuzzUnpack(f *testing.F) {
	_, ended := step(3)
	f.Add(Pack(ended.Answer))
	f.Add([]byte{answerVersion})
	f.Add([]byte("\x01\x11\x11\x00\x00\x00http://x.example/HTTP/1.1 200 OK\r\n<p>text"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for name, packed := range map[string][]byte{ // a frame of its own, or the checksum would stop nearly all
			"as it is": b, "in a frame of version 1": encoder().EncodeAll(b, []byte{1}), "of version 2": encoder().EncodeAll(b, []byte{2}),
		} {
			if _, err := Unpack(packed); err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) {
				t.Errorf("%s: %v is neither ErrDamaged nor ErrNewer", name, err)
			}
		}
	})
}

func FuzzPack(f *testing.F) {
	f.Add("http://x.example/", []byte("GET / HTTP/1.1\r\n"), []byte("HTTP/1.1 200 OK\r\n"), []byte("HTTP/1.1 304 Not Modified\r\n"), []byte("<p>text"), true, int64(1_800_000_000_000_000_000))
	f.Fuzz(func(t *testing.T, url string, request, head, confirmed, body []byte, truncated bool, since int64) {
		want := &crawlers.Answer{URL: url, Request: request, Head: head, Confirmed: confirmed, Body: body, Truncated: truncated}
		if since != 0 {
			want.Since = time.Unix(0, since).UTC()
		}
		got, err := Unpack(Pack(want))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
			t.Error(d)
		}
	})
}

// A flip of one bit in a packed page is found, by zstd's checksum or before, or changes nothing that is read.
func TestFlippedBitOfAPageIsFound(t *testing.T) {
	_, ended := step(20)
	packed := Pack(ended.Answer)
	for i := range 8 * len(packed) {
		packed[i/8] ^= 1 << (i % 8)
		got, err := Unpack(packed)
		if err == nil && !cmp.Equal(got, ended.Answer) {
			t.Errorf("bit %d of %d: read as something else", i, 8*len(packed))
		}
		packed[i/8] ^= 1 << (i % 8)
	}
}

// Flags that no version has written are damage, and not a request that is silently left out.
func TestFlagsThatMeanNothingAreDamage(t *testing.T) {
	for _, flags := range []byte{flagUsual | flagUsual2, 1 << 3, 1 << 7, 0xFF} {
		plain := append([]byte{flags, 9, 0, 0, 0, 0}, "http://x/"...)
		packed := encoder().EncodeAll(plain, []byte{answerVersion})
		if a, err := Unpack(packed); !errors.Is(err, ErrDamaged) {
			t.Errorf("flags %#x: %+v, %v", flags, a, err)
		}
	}
	plain := append([]byte{flagTruncated, 9, 0, 0, 0, 0}, "http://x/"...)
	if a, err := Unpack(encoder().EncodeAll(plain, []byte{answerVersion})); err != nil || a.URL != "http://x/" || !a.Truncated {
		t.Errorf("flags of a cut page: %+v, %v", a, err)
	}
}
