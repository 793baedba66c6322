// Package lab runs the papers' experiments on saved hypertext: it lets crawler families crawl for the same topics from
// the same seeds, judges what they found by what they could not know, and writes a report ([MPS04] §2, [PSM02] §4,
// [PSM04] §4, algorithms §5).
//
// A Spec says what an experiment is; ReadSpec reads one from its file. Open makes an Experiment of it: it reads the
// corpus once, finds the topics and draws the tasks. Run crawls, each crawl with the engine that also crawls the Web,
// one worker and no network; it keeps every finished crawl in a file, so that an experiment that was stopped goes on
// where it was. When all have ended they are judged: similarity needs the pooled pages of all contestants. Results.Write
// writes tables, plots and the report.
//
// Whatever is drawn at random depends on the spec's seed and on names alone. The same spec and corpus give the same
// results, byte for byte and on any number of cores, times and costs apart.
package lab
