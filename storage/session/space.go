package session

import (
	"fmt"
	"log/slog"

	"orbweaver/crawlers/engine"
)

// A crawl waits while the disk has less than leastFree bytes left, and goes on once it has enoughFree: two figures, so
// that it does not start and stop with every page. What is under way when it begins to wait is a few MB.
const (
	leastFree  = 100 << 20
	enoughFree = 150 << 20
)

// space watches the room on the disk for one sitting.
type space struct {
	free func() (uint64, error)
	log  *slog.Logger
	low  bool
}

// watch lets the crawl wait while there is too little room, so that it never ends for want of it.
func (w *space) watch(crawl *engine.Crawl) {
	free, err := w.free()
	if err != nil {
		return // not every file system can tell; a write that fails still ends the sitting in order
	}
	switch {
	case !w.low && free < leastFree:
		w.low = true
		w.log.Warn("waiting for room on the disk", "free", free)
	case w.low && free >= enoughFree:
		w.low = false
		w.log.Info("there is room on the disk again", "free", free)
		crawl.Hold("")
	}
	if w.low {
		crawl.Hold(fmt.Sprintf("Waiting: the disk has only %d MB left. The crawl goes on by itself once there are %d MB.", free>>20, enoughFree>>20))
	}
}
