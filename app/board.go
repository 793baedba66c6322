package app

import (
	"slices"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"orbweaver/crawlers/lab"
	"orbweaver/widgets"
)

// board shows how a comparison goes: curves of one metric, which can be chosen, a table of what contestants have come to,
// and how far the whole is.
type board struct {
	view   fyne.CanvasObject
	metric *widgets.Select
	doc    *widgets.Note
	chart  *widgets.Chart
	table  *widgets.ScoreTable
	status *widgets.StatusBar
	start  *widget.Button
	pause  *widget.Button
	stop   *widget.Button

	metrics []lab.Metric           // that can be chosen
	chosen  atomic.Pointer[string] // name of the one that is; shared
	changed func()                 // another one was chosen
}

// scores is everything that a board shows. It is made on the pump's goroutine.
type scores struct {
	metrics []lab.Metric // that there are values of
	graph   widgets.Graph
	columns []string
	rows    []widgets.ScoreRow
	status  widgets.Status
}

// boardActions is what a board's buttons do; a comparison that can not be paused has no pause.
type boardActions struct {
	start, pause, stop func()
	changed            func()
	open               func(widgets.ScoreRow)
	paint              func(work func() (then func())) // paints curves in the background
}

// newBoard returns an empty board that shows hint; more are further buttons.
func newBoard(hint string, metrics []lab.Metric, do boardActions, more ...fyne.CanvasObject) *board {
	b := &board{
		doc: widgets.NewNote(""), chart: widgets.NewChart(hint), table: widgets.NewScoreTable(lang.L("Browse its pages")), status: widgets.NewStatusBar(),
		changed: do.changed,
	}
	b.chart.Background = do.paint
	b.table.OnAction = do.open
	b.metric = widgets.NewSelect(nil, func(string) { b.choose() })
	b.start = widget.NewButtonWithIcon(lang.L("Start"), theme.MediaPlayIcon(), do.start)
	b.start.Importance = widget.HighImportance
	b.pause = widget.NewButtonWithIcon(lang.L("Pause"), theme.MediaPauseIcon(), do.pause)
	b.stop = widget.NewButtonWithIcon(lang.L("Stop"), theme.MediaStopIcon(), do.stop)
	buttons := container.NewHBox(b.start, b.pause, b.stop)
	for _, o := range more {
		buttons.Add(o)
	}
	show(b.pause, do.pause != nil)
	b.running(false)
	b.offer(metrics)
	head := container.NewVBox(container.NewBorder(nil, nil, nil, buttons, b.metric), b.doc)
	curves := container.NewVSplit(container.NewBorder(head, nil, nil, nil, container.NewPadded(b.chart)), b.table)
	curves.SetOffset(0.68)
	b.view = container.NewBorder(nil, b.status, nil, nil, curves)
	b.status.Set(widgets.Status{State: lang.L("Ready"), Done: -1})
	return b
}

// running makes the buttons those of a comparison that runs, or does not.
func (b *board) running(on bool) {
	enable(b.start, !on)
	enable(b.pause, on)
	enable(b.stop, on)
	b.paused(false)
}

// paused makes the pause button the one that ends a pause, or begins one.
func (b *board) paused(on bool) {
	b.pause.SetText(lang.L("Pause"))
	b.pause.SetIcon(theme.MediaPauseIcon())
	if on {
		b.pause.SetText(lang.L("Continue"))
		b.pause.SetIcon(theme.MediaPlayIcon())
	}
}

// offer lets the user choose among these metrics; the one that is chosen stays so if it is among them.
func (b *board) offer(metrics []lab.Metric) {
	same := func(x, y lab.Metric) bool { return x.Name == y.Name && x.Title == y.Title }
	if len(metrics) == 0 || slices.EqualFunc(b.metrics, metrics, same) {
		return
	}
	was := b.metricName()
	b.metrics = metrics
	titles := make([]string, len(metrics))
	for i, m := range metrics {
		titles[i] = lang.L(m.Title)
	}
	b.metric.SetOptions(titles)
	b.metric.SetSelectedIndex(max(0, slices.IndexFunc(metrics, func(m lab.Metric) bool { return m.Name == was })))
}

// choose follows the choice of a metric.
func (b *board) choose() {
	m := b.metrics[max(0, b.metric.SelectedIndex())]
	b.chosen.Store(&m.Name)
	b.doc.SetText(joined(lang.L(m.Doc), m.Source))
	b.changed()
}

// metricName is the metric that is chosen. It may be called from any goroutine.
func (b *board) metricName() string {
	if name := b.chosen.Load(); name != nil {
		return *name
	}
	return ""
}

// show shows how things are.
func (b *board) show(s scores) {
	b.offer(s.metrics)
	b.chart.Set(s.graph)
	b.table.Set(lang.L("Contestant"), s.columns, s.rows)
	b.status.Set(s.status)
}

// graphOf are the curves of a metric; looks gives each contestant the look of its curve.
func graphOf(m lab.Metric, curves []lab.Curve, looks map[string]int) widgets.Graph {
	g := widgets.Graph{X: lang.L(m.Axis), Y: lang.L(m.Title)}
	for _, c := range curves {
		if c.Metric != m.Name {
			continue
		}
		curve := widgets.Curve{Name: widgets.Clean(c.Contestant, 60), Look: looks[c.Contestant], X: c.X}
		for i := range c.X {
			curve.Y, curve.Spread = append(curve.Y, float64(c.Mean[i])), append(curve.Spread, float64(c.Error[i]))
		}
		g.Curves = append(g.Curves, curve)
	}
	return g
}

// metricOf is the metric of that name, the first of the list if it is not there.
func metricOf(metrics []lab.Metric, name string) lab.Metric {
	return metrics[max(0, slices.IndexFunc(metrics, func(m lab.Metric) bool { return m.Name == name }))]
}
