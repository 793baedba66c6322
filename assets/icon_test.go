package assets

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"testing"

	"golang.org/x/image/vector"
)

var update = flag.Bool("update", false, "write what the tests draw")

const (
	iconSize = 512
	spokes   = 10
	rings    = 5
)

// drawIcon draws the program's icon: an orb web on a rounded ground, and its weaver where a hit has been found.
func drawIcon() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, iconSize, iconSize))
	square := roundedSquare(20, iconSize-20, 104)
	for y := range iconSize { // the ground, lighter at the top
		shade := float64(y) / iconSize
		fill(img, square, mix(color.NRGBA{0x16, 0x9A, 0x8A, 255}, color.NRGBA{0x07, 0x4A, 0x52, 255}, shade), image.Rect(0, y, iconSize, y+1))
	}
	thread := color.NRGBA{0xF4, 0xFB, 0xFA, 255}
	hub := point{258, 254}
	ends := make([]point, spokes)
	for i := range ends {
		angle := 2*math.Pi*float64(i)/spokes + 0.2
		length := 196 - 14*math.Cos(2*angle)
		ends[i] = point{hub.x + length*math.Cos(angle), hub.y + length*math.Sin(angle)}
		fill(img, stroke(hub, ends[i], 7), thread, img.Bounds())
	}
	for ring := 1; ring <= rings; ring++ {
		share := float64(ring) / (rings + 0.35)
		for i := range ends {
			a, b := between(hub, ends[i], share), between(hub, ends[(i+1)%spokes], share)
			fill(img, sag(a, b, hub, 7.5), thread, img.Bounds())
		}
	}
	weaver := between(hub, ends[1], 0.60)
	fill(img, disc(weaver, 47), color.NRGBA{0x07, 0x55, 0x59, 255}, img.Bounds())
	fill(img, disc(weaver, 36), color.NRGBA{0xFF, 0xC8, 0x57, 255}, img.Bounds())
	return img
}

type point struct{ x, y float64 }

func between(a, b point, share float64) point {
	return point{a.x + (b.x-a.x)*share, a.y + (b.y-a.y)*share}
}

func mix(a, b color.NRGBA, share float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// fill paints a closed outline inside clip.
func fill(img *image.NRGBA, outline []point, c color.NRGBA, clip image.Rectangle) {
	r := vector.NewRasterizer(clip.Dx(), clip.Dy())
	for i, p := range outline {
		x, y := float32(p.x)-float32(clip.Min.X), float32(p.y)-float32(clip.Min.Y)
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(img, clip, image.NewUniform(c), image.Point{})
}

// stroke is the outline of a straight thread with round enough ends.
func stroke(a, b point, width float64) []point {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	dx, dy := (b.x-a.x)/length*width/2, (b.y-a.y)/length*width/2
	return []point{{a.x - dy, a.y + dx}, {b.x - dy, b.y + dx}, {b.x + dx, b.y + dy}, {b.x + dy, b.y - dx}, {a.x + dy, a.y - dx}, {a.x - dx, a.y - dy}}
}

// sag is the outline of a thread between two spokes that hangs a little towards the hub.
func sag(a, b, hub point, width float64) []point {
	middle := between(between(a, b, 0.5), hub, 0.13)
	curve := func(offset float64) []point {
		var points []point
		for i := range 17 {
			t := float64(i) / 16
			p := between(between(a, middle, t), between(middle, b, t), t)
			far := math.Hypot(p.x-hub.x, p.y-hub.y)
			points = append(points, point{p.x + (p.x-hub.x)/far*offset, p.y + (p.y-hub.y)/far*offset})
		}
		return points
	}
	outline := curve(width / 2)
	inner := curve(-width / 2)
	for i := range inner {
		outline = append(outline, inner[len(inner)-1-i])
	}
	return outline
}

func disc(centre point, radius float64) []point {
	var outline []point
	for i := range 96 {
		angle := 2 * math.Pi * float64(i) / 96
		outline = append(outline, point{centre.x + radius*math.Cos(angle), centre.y + radius*math.Sin(angle)})
	}
	return outline
}

func roundedSquare(from, to, radius float64) []point {
	var outline []point
	for corner, centre := range []point{{to - radius, to - radius}, {from + radius, to - radius}, {from + radius, from + radius}, {to - radius, from + radius}} {
		for i := range 33 {
			angle := math.Pi / 2 * (float64(corner) + float64(i)/32)
			outline = append(outline, point{centre.x + radius*math.Cos(angle), centre.y + radius*math.Sin(angle)})
		}
	}
	return outline
}

// Icon.png is what drawIcon draws; "go test ./assets -run Icon -update" draws it anew.
func TestIconIsTheDrawing(t *testing.T) {
	drawn, file := drawIcon(), Icon
	if *update {
		var anew bytes.Buffer
		if err := png.Encode(&anew, drawn); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("Icon.png", anew.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		file = anew.Bytes() // what is embedded here is still the old one
	}
	kept, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for y := 0; y < iconSize; y += 3 {
		for x := 0; x < iconSize; x += 3 {
			a, b := drawn.NRGBAAt(x, y), color.NRGBAModel.Convert(kept.At(x, y)).(color.NRGBA)
			if far(a.R, b.R)+far(a.G, b.G)+far(a.B, b.B)+far(a.A, b.A) > 24 { // other processors round otherwise
				t.Fatalf("at %d,%d Icon.png has %v, the drawing %v: run with -update", x, y, b, a)
			}
		}
	}
}

func far(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
