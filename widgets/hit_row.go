package widgets

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Hit is one row of a HitTable. It is not changed once it has been handed over.
type Hit struct {
	URL       string // the hit's identity
	Title     string // cleaned
	Score     float64
	Depth     int
	Spider    int // 0 = none
	Found     time.Time
	Judgement Judgement

	TitleKey, SiteKey string // for the owner, who sorts by them
}

// hitRow shows one hit in two lines, the address under the title. Rows are reused for other hits as the list scrolls.
type hitRow struct {
	widget.BaseWidget
	table     *HitTable
	ground    *canvas.Rectangle
	bar       *Bar
	sign      *widget.Icon // of judgement
	judgement Judgement
	lines     [ByFound + 1]*Line
}

func newHitRow(t *HitTable) *hitRow {
	r := &hitRow{table: t, ground: canvas.NewRectangle(nil), bar: NewBar(), sign: widget.NewIcon(nil)}
	for i := range r.lines {
		r.lines[i] = NewLine("")
		if HitColumn(i) > ByTitle {
			r.lines[i].ColorName = ColorMuted
			r.lines[i].SizeName = theme.SizeNameCaptionText
		}
		if HitColumn(i) >= ByDepth {
			r.lines[i].Align = fyne.TextAlignTrailing
		}
	}
	r.lines[ByScore].Style.Bold = true
	r.ExtendBaseWidget(r)
	return r
}

// show makes the row that of a hit.
func (r *hitRow) show(h *Hit, chosen bool, now time.Time) {
	title := h.Title
	if title == "" {
		title = h.URL
	}
	r.lines[ByScore].SetText(Decimal(h.Score, 2))
	r.lines[ByTitle].SetText(title)
	r.lines[BySite].SetText(Clean(h.URL, 300))
	r.lines[ByDepth].SetText(strconv.Itoa(h.Depth))
	spider := ""
	if h.Spider > 0 {
		spider = strconv.Itoa(h.Spider)
	}
	r.lines[BySpider].SetText(spider)
	r.lines[ByFound].SetText(clock(h.Found, now))
	r.bar.Set(0, h.Score, theme.ColorNamePrimary)
	if r.judgement != h.Judgement {
		r.judgement = h.Judgement
		r.sign.SetResource(h.Judgement.sign())
	}
	r.choose(chosen)
}

// choose draws or removes the ground of the selected row.
func (r *hitRow) choose(chosen bool) {
	r.ground.FillColor = r.Theme().Color(ColorChosen, fyne.CurrentApp().Settings().ThemeVariant())
	r.ground.CornerRadius = r.Theme().Size(theme.SizeNameSelectionRadius)
	if chosen == r.ground.Visible() {
		return
	}
	if chosen {
		r.ground.Show()
	} else {
		r.ground.Hide()
	}
	r.ground.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *hitRow) CreateRenderer() fyne.WidgetRenderer {
	r.ground.Hide()
	parts := []fyne.CanvasObject{r.ground, r.bar, r.sign}
	for _, line := range r.lines {
		parts = append(parts, line)
	}
	return arranged(r.least, r.place, parts...)
}

const rowMargin = 5 // above the first and below the second line

func (r *hitRow) least() fyne.Size {
	return fyne.NewSize(0, r.lines[ByTitle].MinSize().Height+r.lines[BySite].MinSize().Height+2*rowMargin)
}

func (r *hitRow) place(size fyne.Size) {
	put(r.ground, 0, 0, size.Width, size.Height)
	columns := hitColumns(size.Width, r.Theme().Size(theme.SizeNameText), r.table.spiders)
	upper, lower := r.lines[ByTitle].MinSize().Height, r.lines[BySite].MinSize().Height
	for i, line := range r.lines {
		at, height := columns[i], line.MinSize().Height
		y := float32(rowMargin)
		switch HitColumn(i) {
		case BySite:
			y += upper
		case ByDepth, BySpider, ByFound:
			y = (size.Height - height) / 2
		}
		put(line, at.x, y, max(0, at.width), height)
	}
	score := columns[ByScore]
	put(r.bar, score.x, rowMargin+upper, score.width, lower)
	sign := min(upper, 16)
	put(r.sign, score.x+score.width-sign, rowMargin+(upper-sign)/2, sign, sign)
}

// clock is the time of day of a find of today, the date of an earlier one.
func clock(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	switch {
	case t.IsZero():
		return ""
	case t.YearDay() == now.YearDay() && t.Year() == now.Year():
		return t.Format("15:04:05")
	default:
		return t.Format("2006-01-02")
	}
}
