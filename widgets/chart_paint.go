package widgets

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// painter paints curves on a picture. Positions and lengths are in the picture's pixels.
type painter struct {
	picture *image.RGBA
	raster  vector.Rasterizer
	scale   float32 // pixels of the unit in which the window is measured
}

// point is a place in the picture.
type point struct{ x, y float32 }

func (p point) plus(dx, dy float32) point { return point{p.x + dx, p.y + dy} }

// clear makes the picture empty, at that size.
func (p *painter) clear(width, height int) {
	size := image.Rect(0, 0, width, height)
	if p.picture == nil || p.picture.Rect != size {
		p.picture = image.NewRGBA(size)
		return
	}
	clear(p.picture.Pix)
}

// rule draws a straight line along an axis, sharply.
func (p *painter) rule(a, b point, c color.Color) {
	width := max(1, round(p.scale))
	p.fill(c, point{round(a.x), round(a.y)}, point{round(b.x) + width, round(a.y)}, point{round(b.x) + width, round(b.y) + width}, point{round(a.x), round(b.y) + width})
}

func round(x float32) float32 { return float32(math.Round(float64(x))) }

// band fills what lies between two lines of as many points, column by column, in a thin veil of a colour.
func (p *painter) band(upper, lower []point, c color.NRGBA) {
	const veil = 0.16
	for i := 1; i < len(upper); i++ {
		left, right := upper[i-1].x, upper[i].x
		if right <= left {
			continue
		}
		for x := int(math.Ceil(float64(left))); x < int(math.Ceil(float64(right))); x++ {
			t := (float32(x) - left) / (right - left)
			p.column(x, mix(upper[i-1].y, upper[i].y, t), mix(lower[i-1].y, lower[i].y, t), c, veil)
		}
	}
}

func mix(a, b, t float32) float32 { return a + (b-a)*t }

// column fills one column from top to bottom; the pixels at its ends as far as it covers them.
func (p *painter) column(x int, top, bottom float32, c color.NRGBA, share float32) {
	size := p.picture.Rect
	if x < 0 || x >= size.Max.X {
		return
	}
	top, bottom = max(top, 0), min(bottom, float32(size.Max.Y))
	first, last := int(top), int(bottom) // of the pixels that are touched
	for y := first; y <= last && y < size.Max.Y; y++ {
		covered := share
		if y == first || y == last {
			covered *= max(0, min(bottom, float32(y+1))-max(top, float32(y)))
		}
		p.blend(p.picture.PixOffset(x, y), c, uint32(covered*256))
	}
}

// blend lays a colour over a pixel, with a share of 0…256.
func (p *painter) blend(offset int, c color.NRGBA, share uint32) {
	pixel := p.picture.Pix[offset : offset+4 : offset+4] // its colours are multiplied by their opacity
	left := 256 - share
	for i, over := range [4]uint8{c.R, c.G, c.B, 0xFF} {
		pixel[i] = uint8((uint32(pixel[i])*left + uint32(over)*share) >> 8) // #nosec G115 -- a mean of two bytes
	}
}

// line draws a line through the points, whole or dashed.
func (p *painter) line(points []point, width float32, dashes []float32, c color.Color) {
	if len(dashes) == 0 {
		for i := 1; i < len(points); i++ {
			p.stroke(points[i-1], points[i], width, c)
		}
		return
	}
	drawn, dash, left := true, 0, dashes[0]*p.scale
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := float32(math.Hypot(float64(b.x-a.x), float64(b.y-a.y)))
		for at := float32(0); at < length; {
			to := min(length, at+left)
			if drawn {
				p.stroke(point{mix(a.x, b.x, at/length), mix(a.y, b.y, at/length)}, point{mix(a.x, b.x, to/length), mix(a.y, b.y, to/length)}, width, c)
			}
			if left -= to - at; left < 1e-3 { // less than that would be lost in rounding
				dash = (dash + 1) % len(dashes)
				drawn, left = !drawn, dashes[dash]*p.scale
			}
			at = to
		}
	}
}

// stroke draws a straight line. Each has a small rectangle of its own in the rasteriser, whose cost is that of its area.
func (p *painter) stroke(a, b point, width float32, c color.Color) {
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	half := width / 2
	along, across := point{float32(dx/length) * half / 2, float32(dy/length) * half / 2}, point{float32(-dy/length) * half, float32(dx/length) * half}
	a, b = a.plus(-along.x, -along.y), b.plus(along.x, along.y) // so that strokes of a line meet without a gap
	p.fill(c, a.plus(across.x, across.y), b.plus(across.x, across.y), b.plus(-across.x, -across.y), a.plus(-across.x, -across.y))
}

// fill fills a polygon.
func (p *painter) fill(c color.Color, corners ...point) {
	least, most := corners[0], corners[0]
	for _, q := range corners {
		least, most = point{min(least.x, q.x), min(least.y, q.y)}, point{max(most.x, q.x), max(most.y, q.y)}
	}
	box := image.Rect(int(math.Floor(float64(least.x))), int(math.Floor(float64(least.y))), int(math.Ceil(float64(most.x))), int(math.Ceil(float64(most.y))))
	if box = box.Intersect(p.picture.Rect); box.Empty() {
		return // the rasteriser does not look where it draws
	}
	p.raster.Reset(box.Dx(), box.Dy())
	for i, q := range corners {
		x, y := q.x-float32(box.Min.X), q.y-float32(box.Min.Y)
		if i == 0 {
			p.raster.MoveTo(x, y)
		} else {
			p.raster.LineTo(x, y)
		}
	}
	p.raster.ClosePath()
	p.raster.Draw(p.picture, box, image.NewUniform(c), image.Point{})
}

// mark draws the shape of a curve around a point.
func (p *painter) mark(m mark, at point, radius float32, c color.Color) {
	switch m {
	case square:
		r := radius * 0.85
		p.fill(c, at.plus(-r, -r), at.plus(r, -r), at.plus(r, r), at.plus(-r, r))
	case triangle:
		p.fill(c, at.plus(0, -radius*1.15), at.plus(radius, radius*0.75), at.plus(-radius, radius*0.75))
	case diamond:
		r := radius * 1.25
		p.fill(c, at.plus(0, -r), at.plus(r, 0), at.plus(0, r), at.plus(-r, 0))
	case cross:
		r := radius * 0.95
		p.stroke(at.plus(-r, -r), at.plus(r, r), radius*0.6, c)
		p.stroke(at.plus(-r, r), at.plus(r, -r), radius*0.6, c)
	default:
		const corners = 16
		round := make([]point, corners)
		for i := range round {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
			round[i] = at.plus(radius*float32(cos), radius*float32(sin))
		}
		p.fill(c, round...)
	}
}
