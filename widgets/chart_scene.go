package widgets

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// scene is what the picture of a Chart is painted from: grid, curves and marks over the whole of it. It is not changed once
// it has been made, so that it can be painted in any goroutine.
type scene struct {
	size     fyne.Size
	frame    frame
	xAt, yAt []float64       // the ticks
	samples  []fyne.Position // left ends of the lines that stand before the curves' names
	curves   []Curve
	looks    []look // of the curves
	grid     color.Color
}

// paint paints the scene on a picture of that many pixels.
func (s scene) paint(p *painter, width, height int) {
	p.clear(width, height)
	if s.size.Width <= 0 || len(s.curves) == 0 {
		return
	}
	p.scale = float32(width) / s.size.Width
	pixel := func(at fyne.Position) point { return point{at.X * p.scale, at.Y * p.scale} }
	f := s.frame
	for _, v := range s.yAt {
		p.rule(pixel(f.place(f.x.from, v)), pixel(f.place(f.x.to, v)), s.grid)
	}
	for _, v := range s.xAt {
		p.rule(pixel(f.place(v, f.y.to)), pixel(f.place(v, f.y.from)), s.grid)
	}
	for i, c := range s.curves {
		s.paintBand(p, c, s.looks[i], pixel)
	}
	for i, c := range s.curves {
		l, from := s.looks[i], s.samples[i]
		p.line([]point{pixel(from), pixel(from.AddXY(sampleSize, 0))}, lineWidth*p.scale, l.dashes, l.color)
		p.mark(l.mark, pixel(from.AddXY(sampleSize/2, 0)), markSize*p.scale, l.color)
		s.paintCurve(p, c, l, pixel)
	}
}

// paintBand paints the bands of a curve: one for each run of points that have one.
func (s scene) paintBand(p *painter, c Curve, l look, pixel func(fyne.Position) point) {
	var upper, lower []point
	for i, x := range c.X {
		if math.IsNaN(c.Spread[i]) {
			p.band(upper, lower, l.color)
			upper, lower = nil, nil
			continue
		}
		upper = append(upper, pixel(s.frame.place(x, c.Y[i]+c.Spread[i])))
		lower = append(lower, pixel(s.frame.place(x, max(s.frame.y.from, c.Y[i]-c.Spread[i]))))
	}
	p.band(upper, lower, l.color)
}

// paintCurve paints the line of a curve, and marks on points that are far enough from each other.
func (s scene) paintCurve(p *painter, c Curve, l look, pixel func(fyne.Position) point) {
	points := make([]point, len(c.X))
	for i, x := range c.X {
		points[i] = pixel(s.frame.place(x, c.Y[i]))
	}
	p.line(points, lineWidth*p.scale, l.dashes, l.color)
	next := float32(math.Inf(-1))
	for i, at := range points {
		if at.x >= next || i == len(points)-1 {
			p.mark(l.mark, at, markSize*p.scale, l.color)
			next = at.x + markEvery*p.scale
		}
	}
}

// easel holds the picture of a scene. While one picture is shown the next scene is painted on another, in the background;
// only a picture of another size is painted at once.
type easel struct {
	raster     *canvas.Raster
	background func(work func() (then func())) // nil = nothing is painted there

	scene         scene // the newest, and
	newest        int   // its number
	shown, spare  *painter
	painted       int  // the number of the scene that is shown
	underway      bool // spare is being painted
	width, height int  // of the picture, in pixels
}

func newEasel(background func(func() func())) *easel {
	e := &easel{background: background, shown: &painter{}, spare: &painter{}}
	e.raster = canvas.NewRaster(e.picture)
	return e
}

// show makes another scene the one that is shown, as soon as it is painted.
func (e *easel) show(s scene) {
	resized := s.size != e.scene.size
	e.scene = s
	e.newest++
	if e.background == nil || resized {
		e.raster.Refresh()
		return
	}
	e.paint()
}

// paint paints the newest scene in the background, one at a time.
func (e *easel) paint() {
	if e.underway || e.width == 0 || e.height == 0 {
		return
	}
	e.underway = true
	s, number, p, width, height := e.scene, e.newest, e.spare, e.width, e.height
	e.background(func() func() {
		s.paint(p, width, height)
		return func() {
			e.underway = false
			if number > e.painted {
				e.shown, e.spare, e.painted = p, e.shown, number
				e.raster.Refresh()
			}
			if e.painted < e.newest {
				e.paint()
			}
		}
	})
}

// picture is the picture of that many pixels. Fyne asks for it when it draws the window.
func (e *easel) picture(width, height int) image.Image {
	resized := e.width != width || e.height != height
	if e.width, e.height = width, height; resized || e.painted < e.newest && !e.underway {
		e.scene.paint(e.shown, width, height)
		e.painted = e.newest
	}
	return e.shown.picture
}
