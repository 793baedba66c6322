// Package webgraph guesses how good the pages are that a crawl knows only by the links to them: the crawled graph of
// [GMS14] §2, grown a node at a time, and the estimators of its frontier (§7).
//
// Nodes are small numbers without gaps, whatever they stand for: Web pages, or the nodes of a graph from a file. A node
// has a weight β, known once it is crawled, and a link a weight α, known once its source is crawled; neither is
// negative. The frontier is the nodes that are known and not crawled.
//
//   - Graph is what is known: crawled nodes with β, links with α, the parents of every node.
//   - An Estimator keeps the frontier in the order of one guess at β. It is told of every step and touches only what the
//     step has changed: nothing here ever passes over the frontier to choose from it.
//   - Crawl is the loop of [GMS14] Algorithm 1 over both, with its strategies and batches, and a bound on the frontier.
//   - PageRank ranks the nodes of any graph, given as Rows, by power iteration.
//   - Dataset reads a graph with the counts of keywords from files, for experiments.
//
// Groups are for politeness: every node is in one (a Web page's is its host, a graph's are all the same), every order has
// two levels, groups and the nodes of a group, and Best passes over a group that is not ready without looking at its nodes.
//
// Equal values go by number, the smaller first. Nothing is random but the bandits and the altered greedy strategy, which
// draw from the generator they are given: the same calls give the same crawl. Nothing is safe for concurrent use.
package webgraph
