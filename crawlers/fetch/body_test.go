package fetch

import (
	"bytes"
	"net/http"
	"strconv"
	"sync"
	"testing"
)

// The memory of bodies that were given back is used by others, of all lengths, announced or not, and never by two at once.
func TestReleasedMemoryIsNobodyElses(t *testing.T) {
	body := func(n int) []byte { return append([]byte("<html>"), bytes.Repeat([]byte{'a' + byte(n%26)}, n)...) }
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		w.Header().Set("Content-Type", "text/html")
		if n%2 == 0 {
			w.Header().Set("Content-Length", strconv.Itoa(len(body(n))))
		}
		w.Write(body(n))
	})
	c := newClient(t, Options{MaxBytes: 4 * largestBuffer})
	var workers sync.WaitGroup
	for worker := range 8 {
		workers.Go(func() {
			var kept []*Response
			for i := range 30 {
				n := (worker*7919 + i*i*i) % (2 * largestBuffer)
				r, err := c.Get(t.Context(), s.URL+"/"+strconv.Itoa(n))
				if err != nil {
					t.Error(err)
					return
				}
				kept = append(kept, r)
				if i%5 > 0 {
					continue
				}
				for _, r := range kept {
					n, _ := strconv.Atoi(r.URL[len(s.URL)+1:])
					if !bytes.Equal(r.Body, body(n)) {
						t.Errorf("the body of %d bytes has become another", n)
						return
					}
					r.Release()
					r.Release()
					if r.Body != nil {
						t.Error("a released body is still there")
					}
				}
				kept = nil
			}
		})
	}
	workers.Wait()
}
