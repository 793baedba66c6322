package hostile

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"orbweaver/crawlers/fetch"
)

// shows is a host whose certificate is not as it should be.
func shows(name, does string, kind fetch.Kind, config func(*keyring) *tls.Config) Behaviour {
	return Behaviour{Name: "tls-" + name, Does: does, Get: kind, Crawl: kind, secure: config, answers: welcome}
}

// speaks is a host with a right certificate that speaks HTTP/2.
func speaks(name, does string, kind fetch.Kind, answer func(*request, *http2.Framer, uint32)) Behaviour {
	name = "h2-" + name
	return Behaviour{
		Name: name, Does: does, Get: kind, Crawl: kind, answers: func(r *request) { multiplexed(r, answer) },
		secure: func(k *keyring) *tls.Config {
			return k.signed(template(name+".test", -time.Hour, time.Hour), k.trusted, "h2")
		},
	}
}

// garbled is a host whose answer to the first word of TLS is none.
func garbled(name, does string, kind fetch.Kind, greets func(*request)) Behaviour {
	b := shows(name, does, kind, func(*keyring) *tls.Config { return &tls.Config{} })
	b.greets = greets
	return b
}

var secured = []Behaviour{
	shows("good", "has a certificate as it should be", Page, func(k *keyring) *tls.Config {
		return k.signed(template("tls-good.test", -time.Hour, time.Hour), k.trusted)
	}),
	shows("expired", "has a certificate that has expired", fetch.KindTLS, func(k *keyring) *tls.Config {
		return k.signed(template("tls-expired.test", -2*time.Hour, -time.Hour), k.trusted)
	}),
	shows("not-yet", "has a certificate that is not valid yet", fetch.KindTLS, func(k *keyring) *tls.Config {
		return k.signed(template("tls-not-yet.test", time.Hour, 2*time.Hour), k.trusted)
	}),
	shows("other-host", "has the certificate of another host", fetch.KindTLS, func(k *keyring) *tls.Config {
		return k.signed(template("somewhere-else.test", -time.Hour, time.Hour), k.trusted)
	}),
	shows("tricks", "has a certificate of a host whose name writes to terminals", fetch.KindTLS, func(k *keyring) *tls.Config {
		return k.signed(template("\x1b[2J\x1b]0;gotcha\x07.test", -time.Hour, time.Hour), nil)
	}),
	shows("many-names", "has a certificate of a hundred other hosts", fetch.KindTLS, func(k *keyring) *tls.Config {
		cert := template("somewhere-else.test", -time.Hour, time.Hour)
		for i := range 99 {
			cert.DNSNames = append(cert.DNSNames, fmt.Sprintf("%d.%s.test", i, strings.Repeat("x", 60)))
		}
		return k.signed(cert, k.trusted)
	}),
	shows("self-signed", "has a certificate signed by itself", fetch.KindTLS, func(k *keyring) *tls.Config {
		return k.signed(template("tls-self-signed.test", -time.Hour, time.Hour), nil)
	}),
	shows("unknown-authority", "has a certificate of an authority that nobody knows", fetch.KindTLS, func(k *keyring) *tls.Config {
		return k.signed(template("tls-unknown-authority.test", -time.Hour, time.Hour), k.unknown)
	}),
	shows("old", "speaks only TLS 1.1", fetch.KindTLS, func(k *keyring) *tls.Config {
		c := k.signed(template("tls-old.test", -time.Hour, time.Hour), k.trusted)
		c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 // what it is for
		return c
	}),
	garbled("plain", "speaks plain HTTP where TLS is expected", fetch.KindTLS, says("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")),
	garbled("garbage", "answers TLS with noise", fetch.KindTLS, says("\x00\x01\x02\x03 noise, and nothing else")),
	garbled("alert", "declines to speak TLS", fetch.KindTLS, says("\x15\x03\x03\x00\x02\x02\x28")),
	garbled("closes", "closes when TLS begins", fetch.KindClosed, func(r *request) { _, _ = r.Read(make([]byte, 1)) }),
	garbled("silent", "says nothing when TLS begins", fetch.KindTimeout, wait),
	speaks("good", "speaks HTTP/2 as it should be", Page, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		_ = f.WriteData(stream, true, []byte("<p>page"))
	}),
	speaks("goaway", "says goodbye in HTTP/2 instead of answering", fetch.KindClosed, func(r *request, f *http2.Framer, stream uint32) {
		_ = f.WriteGoAway(stream, http2.ErrCodeEnhanceYourCalm, []byte("enough"))
		_ = r.Close()
	}),
	speaks("goaway-in-body", "says goodbye in HTTP/2 in the middle of a page", fetch.KindClosed, func(r *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		_ = f.WriteData(stream, false, []byte("<p>page"))
		_ = f.WriteGoAway(stream, http2.ErrCodeInternal, nil)
		_ = r.Close()
	}),
	speaks("resets-stream", "breaks its answer off in HTTP/2", fetch.KindClosed, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		_ = f.WriteRSTStream(stream, http2.ErrCodeInternal)
	}),
	speaks("endless-head", "has a head without end in HTTP/2", fetch.KindProtocol, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: fields(":status", "200", "x-flood", filler)})
		for range 2000 {
			if f.WriteContinuation(stream, false, fields("x-flood", filler)) != nil {
				return
			}
		}
	}),
	speaks("slow-body", "sends its body a byte at a time in HTTP/2", fetch.KindTimeout, func(r *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		tick := time.NewTicker(dripped)
		defer tick.Stop()
		for f.WriteData(stream, false, []byte("x")) == nil {
			select {
			case <-r.quit:
				return
			case <-tick.C:
			}
		}
	}),
	speaks("endless-body", "has a page without end in HTTP/2", Page, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		for range 3 << 10 { // less than may be sent before the other side has read it
			if f.WriteData(stream, false, []byte("<p>"+filler)) != nil {
				return
			}
		}
	}),
	speaks("empty-frames", "sends 2,000 empty pieces of a page in HTTP/2", fetch.KindTimeout, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		repeat(func() error { return f.WriteData(stream, false, nil) })
	}),
	speaks("pings", "asks 2,000 times whether anybody is there in HTTP/2", fetch.KindTimeout, func(_ *request, f *http2.Framer, _ uint32) {
		repeat(func() error { return f.WritePing(false, [8]byte{}) })
	}),
	speaks("settings", "changes its settings 2,000 times in HTTP/2", fetch.KindTimeout, func(_ *request, f *http2.Framer, _ uint32) {
		repeat(func() error { return f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1 << 10}) })
	}),
	speaks("silent", "does not answer in HTTP/2", fetch.KindTimeout, func(*request, *http2.Framer, uint32) {}),
	answersWith("no-status", "has no status in HTTP/2", fetch.KindProtocol, "content-type", "text/html"),
	answersWith("status-of-words", "has a status in HTTP/2 that is no number", fetch.KindProtocol, ":status", "abc"),
	answersWith("capitals", "has a header field in capitals in HTTP/2", fetch.KindProtocol, ":status", "200", "X-Field", "x"),
	answersWith("tricks-in-field", "has a header field in HTTP/2 that writes to terminals", fetch.KindProtocol, ":status", "200", "x", "\x1b[2J\u202e\r\nx: y"),
	answersWith("short-body", "announces more than it sends in HTTP/2", fetch.KindClosed, ":status", "200", "content-type", "text/html", "content-length", "1000"),
	answersWith("long-body", "sends more than it announces in HTTP/2", fetch.KindProtocol, ":status", "200", "content-type", "text/html", "content-length", "3"),
	speaks("head-bomb", "has a small head in HTTP/2 that unpacks to 48 MB", fetch.KindTooLarge, func(_ *request, f *http2.Framer, stream uint32) {
		block := append(fields(":status", "200", "x-flood", strings.Repeat("x", 4000)), bytes.Repeat([]byte{0x80 | 62}, 12_000)...) // the newest entry of the table, again and again
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block, EndHeaders: true})
	}),
	speaks("endless-hints", "gives hints for ever in HTTP/2", fetch.KindTooLarge, func(_ *request, f *http2.Framer, stream uint32) {
		repeat(func() error {
			return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: fields(":status", "103", "link", "</x.css>"), EndHeaders: true})
		})
	}),
	speaks("push", "sends in HTTP/2 what nobody has asked for", fetch.KindProtocol, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WritePushPromise(http2.PushPromiseParam{StreamID: stream, PromiseID: 2, BlockFragment: fields(":path", "/x"), EndHeaders: true})
	}),
	speaks("polite-goodbye", "says goodbye in HTTP/2 and answers", Page, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteGoAway(stream, http2.ErrCodeNo, nil)
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: okFields(), EndHeaders: true})
		_ = f.WriteData(stream, true, []byte("<p>page"))
	}),
	speaks("nonsense", "answers in HTTP/2 with frames that there are not", fetch.KindProtocol, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteRawFrame(http2.FrameData, 0, 0, []byte("data of no stream"))
	}),
}

// answersWith is a host with such a head in HTTP/2, before a page.
func answersWith(name, does string, kind fetch.Kind, head ...string) Behaviour {
	return speaks(name, does, kind, func(_ *request, f *http2.Framer, stream uint32) {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: fields(head...), EndHeaders: true})
		_ = f.WriteData(stream, true, []byte("<p>page"))
	})
}

// okFields are the head of a page.
func okFields() []byte { return fields(":status", "200", "content-type", "text/html") }

// repeat does something 2,000 times, or until nobody reads any more.
func repeat(do func() error) {
	for range 2_000 {
		if do() != nil {
			return
		}
	}
}

// multiplexed speaks HTTP/2 until the first request has come, and answers it.
func multiplexed(r *request, answer func(*request, *http2.Framer, uint32)) {
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(r.Conn, preface); err != nil {
		return
	}
	f := http2.NewFramer(r.Conn, r.Conn)
	if f.WriteSettings() != nil {
		return
	}
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		headers, ok := frame.(*http2.HeadersFrame)
		if !ok {
			continue
		}
		if wantsRobots(headers.HeaderBlockFragment()) {
			_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: headers.StreamID, BlockFragment: fields(":status", "404"), EndHeaders: true, EndStream: true})
			continue
		}
		answer(r, f, headers.StreamID)
		if answered(f) {
			return
		}
	}
}

// answered reads what the other side still says, so that the connection does not end before it has read the answer.
func answered(f *http2.Framer) bool {
	for {
		if _, err := f.ReadFrame(); err != nil {
			return true
		}
	}
}

func wantsRobots(block []byte) bool {
	fields, err := hpack.NewDecoder(4096, nil).DecodeFull(block)
	if err != nil {
		return false
	}
	for _, f := range fields {
		if f.Name == ":path" {
			return f.Value == robotsPath
		}
	}
	return false
}

// fields packs pairs of names and values.
func fields(pairs ...string) []byte {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	for i := 0; i < len(pairs); i += 2 {
		_ = e.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]}) // #nosec G602 -- the pairs are written above, two by two; a Buffer takes everything
	}
	return b.Bytes()
}
