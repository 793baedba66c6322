package main

import "runtime"

type versionCommand struct{}

// Run prints which orb this is.
func (versionCommand) Run(c *call) error {
	if c.json {
		return c.answerJSON(map[string]string{"version": version, "commit": commit, "go": runtime.Version()})
	}
	return c.print("orb %s (commit %s, %s)", version, commit, runtime.Version())
}
