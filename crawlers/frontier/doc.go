// Package frontier holds the bounded frontiers that crawler families are built on: the links seen and not yet fetched.
// It knows nothing of pages or of scoring; a link is a URL (its identity), a host, a score and whatever value the family
// wants back with it.
//
// There are three, which differ only in the order in which links leave:
//
//   - FIFO: the order in which they came.
//   - Priority: the best score first, among equal scores the one that came first.
//   - Sampler: at random, with probability proportional to e^{β·score} ([MPS04] eq. 6).
//
// All three keep their limit by dropping the worst link, which is the one with the lowest score and, among equal
// scores, the one that came last. Where a new link would itself be the worst it is refused. A URL is in a frontier at
// most once: offering it again keeps the better score, and its old place among equal scores. A URL that was closed, because
// it has been given or answered, is refused for good.
//
// Take is told which hosts are ready, and leaves the links of the others where they are. All three give a link as if there
// were no hosts, as long as its host is ready; once one is not, they keep a queue for each host and an order of the hosts, a
// Sampler an urn for each host and one of the hosts, for as long as it takes. So Take looks at hosts, not at links, but when
// it begins with that: it costs O((u+1)·log n) for u hosts that would have been next and are not ready. What looks at all
// links, Best, All and RescoreAll, costs O(n); everything else O(log n) in the mean, Contains, Get and Value O(1). A full
// frontier refuses a link that is no better than its worst after one comparison, which is what becomes of most links of a
// long crawl.
//
// A page brings many links and takes one, so orders do as little as they can until something is taken: links are sorted no
// further than somebody has looked, in a queue those that were dropped stay, in an urn links only lie with others about as
// heavy. Links and hosts have numbers, and what is in an order has its keys side by side: a frontier of 100,000 links is too
// big for the fast part of a computer's memory, and then it is looking up that costs.
//
// Invariant of them all: a link that waits is in the index, in the order of worth and, where there are lines, in its host's,
// a closed one in the index alone; and a host has a line exactly while it has links.
//
// Frontiers are deterministic: the same calls give the same links, for the Sampler with the same generator. They are
// not safe for concurrent use.
package frontier
