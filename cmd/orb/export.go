package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return misused("%s is there already: give --out another name, or move it away", path)
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
		return c.answerJSON(exported{Written: []string{cmd.Out, index}, Records: len(entries)})
	}
	return c.print("wrote %d pages to %s, and their index to %s", len(entries), cmd.Out, index)
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

// whole writes a new file that is there only once all of it is.
func whole(path string, write func(io.Writer) error) (err error) {
	const beingWritten = ".tmp"
	temp, err := os.OpenFile(path+beingWritten, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
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
