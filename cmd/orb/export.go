package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"orbweaver/crawlers/warc"
	"orbweaver/storage/session"
)

type exportCommand struct {
	Session string `arg:"" help:"The session's ID, or the beginning of one."`
	Format  string `required:"" enum:"warc" help:"warc: an archive of all pages (WARC/1.1, with a CDXJ index beside it), of which orb import makes the same session again."`
	Out     string `required:"" placeholder:"PATH" help:"The file to write, such as spiders.warc.gz. It must not be there yet."`
}

// exported is the JSON that export prints.
type exported struct {
	Written []string `json:"written"` // the files
	Records int      `json:"records"` // pages in them
}

// Run writes a session's archive and its index: both whole, or neither.
func (cmd *exportCommand) Run(c *call) error {
	index := strings.TrimSuffix(strings.TrimSuffix(cmd.Out, ".gz"), ".warc") + ".cdxj"
	for _, path := range []string{cmd.Out, index} {
		if err := checkNew(path); err != nil {
			return err
		}
	}
	s, err := c.open(cmd.Session)
	if err != nil {
		return err
	}
	entries, err := cmd.write(c.ctx, s, index)
	if err = errors.Join(err, s.Close()); err != nil {
		if c.ctx.Err() != nil {
			return errInterrupted
		}
		return err
	}
	if c.json {
		return c.answerJSON(exported{Written: []string{cmd.Out, index}, Records: pagesIn(entries)})
	}
	return c.print("wrote %s to %s, and the index to %s", count(pagesIn(entries), "page", "pages"), cmd.Out, index)
}

// pagesIn counts pages: one that had not changed has two entries, as it came and as it was confirmed.
func pagesIn(entries []warc.Entry) (n int) {
	for _, e := range entries {
		if e.Status != http.StatusNotModified {
			n++
		}
	}
	return n
}

func (cmd *exportCommand) write(ctx context.Context, s *session.Session, index string) (entries []warc.Entry, err error) {
	err = whole(cmd.Out, func(out io.Writer) error {
		entries, err = s.Archive(ctx, out, filepath.Base(cmd.Out), "Orbweaver "+version)
		return err
	})
	if err != nil {
		return nil, err
	}
	return entries, whole(index, func(out io.Writer) error { return warc.WriteIndex(out, entries) })
}

// checkNew refuses a file that is there already or can not be written, before anything costs time.
func checkNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return misused("%s is there already: give --out another name, or move it away", path)
	}
	temp, err := begin(path)
	if err != nil {
		return err
	}
	return errors.Join(temp.Close(), os.Remove(temp.Name()))
}

// begin makes the file that is to become the one at a path.
func begin(path string) (*os.File, error) {
	const beingWritten = ".tmp"
	temp, err := os.OpenFile(path+beingWritten, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666) // #nosec G302 G304 -- the user names the file, and the umask says who may read it
	if errors.Is(err, fs.ErrExist) {
		return nil, misused("%s%s is there already: another program writes %s, or was stopped while it did; wait, or remove it", path, beingWritten, path)
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, misused("%s can not be written: %w: give --out a place that is there and yours", path, at.Err)
	}
	return temp, err
}

// whole writes a new file that is there only once all of it is.
func whole(path string, write func(io.Writer) error) (err error) {
	temp, err := begin(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name()) // the error is what matters
		}
	}()
	w := bufio.NewWriterSize(temp, 1<<20)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
