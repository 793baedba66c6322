package warc_test

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"orbweaver/crawlers/warc"
)

func Example() {
	var file bytes.Buffer
	w := warc.NewWriter(&file, "spiders.warc.gz", true)
	_, err := w.Exchange(warc.Exchange{
		URL: "https://example.org/", Time: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"), Body: []byte("<p>Orb webs</p>"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := warc.NewReader(&file)
	for err == nil {
		var rec *warc.Record
		if rec, err = r.Next(); err == nil {
			answer, err := warc.ReadAnswer(rec, 1<<20)
			fmt.Println(rec.Target(), answer.Status, string(answer.Body), err)
		}
	}
	fmt.Println(err == io.EOF)
	// Output:
	// https://example.org/ 200 <p>Orb webs</p> <nil>
	// true
}
