package main

import (
	"slices"
	"strings"

	"orbweaver/crawlers"
	"orbweaver/crawlers/classify"
	"orbweaver/storage/session"
)

// noteModel says of a crawl that is given a file which of the user's other words it therefore does not use.
func (c *call) noteModel(spec session.Spec, path string) {
	f, err := crawlers.Lookup(spec.Family)
	if err != nil || f.Model == nil || spec.Model == nil {
		return
	}
	for _, p := range f.Params {
		if _, set := spec.Params[p.Name]; set && slices.Contains(f.Model.Replaces, p.Name) {
			c.note("--set %s is not used: the file %s says it", p.Name, spec.ModelName)
		}
	}
	if f.Model.Name == taxonomyModel {
		c.noteTaxonomy(spec, path)
	}
}

// noteTaxonomy says what makes the category that is looked for.
func (c *call) noteTaxonomy(spec session.Spec, path string) {
	taxonomy, err := classify.Read(spec.Model)
	if err != nil {
		return // no crawl begins with it
	}
	if good := goodPaths(taxonomy); len(good) > 0 {
		c.note("links are chosen by the good categories of %s (%s); the keywords only say which pages are hits", spec.ModelName, clip(strings.Join(good, ", "), 200))
		return
	}
	maker := "the keywords make one"
	if spec.Keywords == "" {
		maker = "the pages that you start from make one"
	}
	c.note("no category of %s is marked good, so %s; to mark some: orb model taxonomy --from %s --good CATEGORY --out FILE", spec.ModelName, maker, path)
}
