package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestWindow drives the real program on a screen of its own, as a user would: it types keywords and seeds, starts,
// opens a hit while the crawl runs, stops, ends the program, starts it again, reopens the session and lets it go on; it
// ends the program during the crawl, and takes up the offer to go on. The crawl is of the sample web, which the program
// serves itself.
//
// With ORBWEAVER_PICTURES=DIR it leaves pictures of the window there: .ci/screenshots makes those of the README so.
func TestWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the real program")
	}
	needTools(t)
	d := newDesk(t)
	const keywords = "coral reef fish"

	p := d.start()
	d.waitTitle("Orbweaver")
	d.picture("empty")
	d.click(keywordsEntry)
	d.typeText(keywords)
	d.click(seedsEntry)
	d.typeText("http://marine-life.example/")
	d.click(pagesEntry)
	d.key("ctrl+a")
	d.typeText("1200")
	d.key("ctrl+Return")
	d.waitTitle(keywords + " – Running")
	d.wait("the first hits", func() bool { return d.summary().Hits >= 5 })
	before := d.ink(readerText)
	d.click(firstHit)
	d.wait("the hit in the reader, while the crawl runs", func() bool { return d.ink(readerText) > before+500 })
	if d.summary().State != "running" && !strings.Contains(d.title(), "Running") {
		t.Error("the crawl ended before the hit was open")
	}
	d.picture("running")
	d.key("ctrl+period")
	d.waitTitle(keywords + " – At rest")
	stopped := d.summary()
	d.quit(p)

	p = d.start()
	d.waitTitle("Orbweaver")
	d.reopen(keywords + " – At rest")
	d.picture("reopened")
	d.key("ctrl+Return")
	d.waitTitle(keywords + " – Running")
	d.wait("more pages than before", func() bool { return d.summary().Pages > stopped.Pages })
	d.quit(p) // saves the crawl

	p = d.start()
	d.waitTitle("Orbweaver")
	d.wait("the offer to go on", func() bool { return d.ink(offer) > 500 })
	d.click(goOn)
	d.waitTitle(keywords + " – ") // running, or finished already
	d.wait("the whole budget", func() bool { return d.summary().Pages == d.summary().Budget })
	d.waitTitle(keywords + " – At rest")
	d.click(firstHit)
	d.wait("a hit in the reader", func() bool { return d.ink(readerText) > before+500 })
	d.picture("finished")
	d.quit(p)
	d.checkLatency()
}

// TestLaboratory drives a race on the topic typed at the top of the window, then an experiment on the sample web, which
// keeps all cores busy, and looks at how the window answers meanwhile. It leaves pictures as TestWindow does.
func TestLaboratory(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the real program")
	}
	needTools(t)
	d := newDesk(t)
	p := d.start()
	d.waitTitle("Orbweaver")
	d.click(keywordsEntry)
	d.typeText("coral reef fish")
	d.click(seedsEntry)
	d.typeText("http://marine-life.example/")
	d.key("ctrl+r")
	d.waitTitle("Race – Orbweaver")
	d.click(racePages)
	d.key("ctrl+a")
	d.typeText("500")       // long enough to be seen
	before := d.ink(curves) // before the choice of metrics covers their place
	d.click(metricChoice)
	d.click(metricChoice.Add(image.Pt(0, 76))) // the second of them, in which families differ more
	d.key("ctrl+Return")
	d.waitTitle("Race – Running")
	d.wait("half of the race", func() bool { return d.summary().Pages >= 250 })
	if d.ink(curves) < before+3000 {
		t.Error("half of the race shows no curves")
	}
	d.picture("race")
	d.waitTitle("Race – Orbweaver")
	d.click(experimentTab)
	d.waitTitle("Experiment – Orbweaver")
	d.key("ctrl+Return")
	d.waitTitle("Experiment – Running")
	d.waitTitle("Experiment – Orbweaver")
	d.wait("curves", func() bool { return d.ink(curves) > before+2000 })
	d.picture("laboratory")
	d.quit(p)
	d.checkLatency()
}

// Fyne keeps what it draws for as long as the environment says when its packages are initialised: ours must come first.
func TestCacheLifetimeIsSetBeforeFyne(t *testing.T) {
	d := newDesk(t)
	run := exec.Command(d.program)
	run.Env = append(d.environment(), "GODEBUG=inittrace=1", "DISPLAY=:none")
	out, _ := run.CombinedOutput() // without a screen it fails, after its packages are initialised
	ours := bytes.Index(out, []byte("init orbweaver/app/fynecache "))
	fynes := bytes.Index(out, []byte("init fyne.io/fyne/v2/internal/cache "))
	if ours < 0 || fynes < 0 || ours > fynes {
		t.Errorf("orbweaver/app/fynecache is initialised at %d, Fyne's cache at %d of\n%s", ours, fynes, out)
	}
}

// Places in a window of 1280×800 without a window manager.
var (
	keywordsEntry = image.Pt(346, 78)
	seedsEntry    = image.Pt(500, 150)
	pagesEntry    = image.Pt(788, 78)
	firstHit      = image.Pt(520, 205)
	firstSession  = image.Pt(120, 300)
	sessionRow    = image.Rect(20, 272, 240, 328)
	readerText    = image.Rect(850, 290, 1260, 700)
	goOn          = image.Pt(687, 465)
	offer         = image.Rect(440, 300, 840, 500)
	experimentTab = image.Pt(52, 49)
	racePages     = image.Pt(196, 710)
	metricChoice  = image.Pt(720, 95)
	curves        = image.Rect(430, 150, 1260, 460)
)

func needTools(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"Xvfb", "xdotool", "import"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (make deps-test installs it)", tool)
		}
	}
}

// desk is a screen with the program's files behind it.
type desk struct {
	t       *testing.T
	dir     string
	program string
	display string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	d := &desk{t: t, dir: dir, program: filepath.Join(dir, "orbweaver")}
	build := exec.Command("go", "build", "-tags", "migrated_fynedo", "-o", d.program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the program can not be built: %v\n%s", err, out)
	}
	return d
}

// screen starts an X server, once.
func (d *desk) screen() {
	if d.display != "" {
		return
	}
	read, write, err := os.Pipe()
	if err != nil {
		d.t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		d.t.Fatal(err)
	}
	write.Close()
	d.t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		d.t.Fatalf("Xvfb names no display: %v", err)
	}
	d.display = ":" + strings.TrimSpace(number)
}

func (d *desk) environment() []string {
	return []string{
		"HOME=" + d.dir, "PATH=" + os.Getenv("PATH"), "DISPLAY=" + d.display, "LANG=en_US.UTF-8", "FYNE_SCALE=1", "LIBGL_ALWAYS_SOFTWARE=1",
		"ORBWEAVER_DATA=" + filepath.Join(d.dir, "data"), "ORBWEAVER_LATENCY=" + d.latencyFile(),
	}
}

func (d *desk) latencyFile() string { return filepath.Join(d.dir, "latency") }

// start starts the program.
func (d *desk) start() *exec.Cmd {
	d.t.Helper()
	d.screen()
	p := exec.Command(d.program)
	p.Env = d.environment()
	p.Stderr = os.Stderr
	if err := p.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
	})
	return p
}

// reopen opens the first session of the list, and waits until the window has that title.
func (d *desk) reopen(title string) {
	d.t.Helper()
	d.key("ctrl+l")
	d.wait("the list of sessions", func() bool { return d.ink(sessionRow) > 300 })
	d.click(firstSession)
	d.waitTitle(title)
}

// quit ends the program as its menu does, and waits for it.
func (d *desk) quit(p *exec.Cmd) {
	d.t.Helper()
	d.key("ctrl+q")
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			d.t.Fatalf("the program ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		d.t.Fatal("the program does not end")
	}
}

func (d *desk) xdotool(args ...string) (string, error) {
	c := exec.Command("xdotool", args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.display)
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}

func (d *desk) do(args ...string) {
	d.t.Helper()
	if out, err := d.xdotool(args...); err != nil {
		d.t.Fatalf("xdotool %v: %v %s", args, err, out)
	}
}

func (d *desk) click(p image.Point) {
	d.do("mousemove", strconv.Itoa(p.X), strconv.Itoa(p.Y), "click", "1")
}
func (d *desk) typeText(s string) { d.do("type", "--delay", "8", s) }
func (d *desk) key(name string)   { d.do("key", name) }

func (d *desk) title() string {
	id, err := d.xdotool("search", "--onlyvisible", "--name", "Orbweaver")
	if err != nil || id == "" {
		return ""
	}
	id, _, _ = strings.Cut(id, "\n")
	d.xdotool("windowfocus", id) // there is no window manager to do it
	name, _ := d.xdotool("getwindowname", id)
	return name
}

func (d *desk) waitTitle(part string) {
	d.t.Helper()
	d.wait(fmt.Sprintf("a window with the title %q", part), func() bool { return strings.Contains(d.title(), part) })
}

// wait looks again and again, for a minute.
func (d *desk) wait(what string, there func() bool) {
	d.t.Helper()
	for end := time.Now().Add(time.Minute); !there(); {
		if time.Now().After(end) {
			d.picture("failed")
			d.t.Fatalf("waited in vain for %s; the title is %q, the session %+v", what, d.title(), d.summary())
		}
		<-time.After(50 * time.Millisecond)
	}
}

// summary is the saved summary of the one session there is.
func (d *desk) summary() (s struct {
	State               string
	Pages, Hits, Budget int
}) {
	files, _ := filepath.Glob(filepath.Join(d.dir, "data", "*.json"))
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			json.Unmarshal(data, &s) // between two writings there may be nothing yet
		}
	}
	return s
}

// shot is a picture of the screen.
func (d *desk) shot() []byte {
	c := exec.Command("import", "-window", "root", "png:-")
	c.Env = append(os.Environ(), "DISPLAY="+d.display)
	out, err := c.Output()
	if err != nil {
		d.t.Fatalf("import: %v", err)
	}
	return out
}

// ink counts the pixels of a part of the screen that differ clearly from most others there: about what is written.
func (d *desk) ink(r image.Rectangle) int {
	img, err := png.Decode(bytes.NewReader(d.shot()))
	if err != nil {
		d.t.Fatal(err)
	}
	counts := map[uint32]int{}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			red, green, blue, _ := img.At(x, y).RGBA()
			counts[(red>>13)<<6|(green>>13)<<3|blue>>13]++
		}
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	return r.Dx()*r.Dy() - most
}

// picture keeps a picture of the window, if the caller of the test wants any.
func (d *desk) picture(name string) {
	dir := os.Getenv("ORBWEAVER_PICTURES")
	if dir == "" {
		return
	}
	<-time.After(time.Second) // the tables follow four times a second
	if err := os.WriteFile(filepath.Join(dir, name+".png"), d.shot(), 0o644); err != nil {
		d.t.Error(err)
	}
}

// checkLatency looks at how long the window took to answer in the last run.
func (d *desk) checkLatency() {
	data, err := os.ReadFile(d.latencyFile())
	if err != nil {
		d.t.Fatal(err)
	}
	var took []time.Duration
	for line := range strings.Lines(string(data)) {
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			took = append(took, time.Duration(n)*time.Microsecond)
		}
	}
	if len(took) < 10 {
		d.t.Fatalf("the window was asked only %d times", len(took))
	}
	slices.Sort(took)
	median, high, worst := took[len(took)/2], took[len(took)*95/100], took[len(took)-1]
	d.t.Logf("the window answered %d times: median %v, 95 %% within %v, at most %v", len(took), median, high, worst)
	if high > 400*time.Millisecond { // software drawing on two cores that others use too
		d.t.Errorf("the window does not answer smoothly: 95 %% within %v only", high)
	}
}
