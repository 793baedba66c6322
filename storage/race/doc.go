// Package race lets crawler families crawl for the user's own topic side by side, and shows which of them does best.
//
//   - A race (Start): the same seeds, the same budget, at once, on the live Web.
//   - A hold-out check (StartHoldOut): of pages that the user knows to be good, half become seeds; the other half is
//     hidden, and counts when it is found.
//   - What-if (StartWhatIf): other families over the pages that a session has fetched, without fetching.
//
// All three are a Race: a Snapshot of its curves and its table can be taken at any time, Wait waits for its end.
//
// Contestants of a race and of a hold-out check are ordinary sessions of the user's library, which can be read, exported and
// gone on with afterwards. They fetch together: no server is asked twice for a URL, whoever wants it, and the pauses between
// two requests to a host are kept over all contestants. Each works in rounds (engine.Config.Paced), so that its way is a function
// of the Web's answers alone: not of what others have fetched before it, nor of how long that took.
package race
