package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"orbweaver/crawlers/lab"
)

// answerJSON writes one line of JSON: with --json, a command's last.
func (c *call) answerJSON(value any) error {
	line, err := jsonLine(value)
	if err != nil {
		return err
	}
	_, err = c.out.Write(line)
	return err
}

// jsonLine is a value on a line of its own.
func jsonLine(value any) ([]byte, error) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false) // URLs stay readable
	if err := e.Encode(value); err != nil {
		return nil, fmt.Errorf("writing JSON: %w", err)
	}
	return append(escapeHostile(bytes.TrimSuffix(line.Bytes(), []byte("\n"))), '\n'), nil
}

// print writes a line for people.
func (c *call) print(format string, args ...any) error {
	_, err := fmt.Fprintln(c.out, clean(fmt.Sprintf(format, args...)))
	return err
}

// note writes a line beside the result, to standard error; nothing with --quiet.
func (c *call) note(format string, args ...any) {
	if !c.quiet {
		c.warn(format, args...)
	}
}

// warn writes a line without which the result would be misread, to standard error, with --quiet too.
func (c *call) warn(format string, args ...any) {
	fmt.Fprintln(c.err, "orb:", oneLine(fmt.Sprintf(format, args...)))
}

// warnLeftOut names what a result is without, and says why.
func (c *call) warnLeftOut(omissions []lab.Omission) {
	for _, o := range omissions {
		c.warn("left out: %s: %s", o.What, o.Why)
	}
}

// table writes rows in aligned columns under a heading. Texts of strangers belong into the last column, where their
// length and the width of their letters move nothing.
func (c *call) table(heading []string, rows [][]string) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{heading}, rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = clean(cell) // tabs among it
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	return w.Flush()
}

// count is a number of things, in the words for one and for more: "1 page", "2 pages".
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
