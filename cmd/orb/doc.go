// Command orb is Orbweaver without a screen: it crawls, keeps sessions where the desktop program keeps them, and shows
// what is in them. docs/cli.md is its contract; `orb --help` and `orb COMMAND --help` say the same in short.
//
// Results go to standard output and nothing else does: progress and complaints go to standard error. With --json the
// last line of standard output is one JSON value. The exit status is 0 when the command did what was asked, 1 when it
// failed, 2 when it was used wrongly and 3 when it was interrupted and can be resumed.
package main
