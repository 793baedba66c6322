package page_test

import (
	"fmt"

	"orbweaver/crawlers/page"
)

func Example() {
	p, err := page.Parse("http://www.example.org/spiders/", []byte(`<html lang="en"><title>Orb weavers</title>
		<p>Garden spiders build <a href="../webs/orb.html#how">round webs</a> each night.`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Title, p.Lang, p.Words.Strings())
	for _, link := range p.Links {
		before, anchor, after := p.Context(link)
		fmt.Println(link.URL, before.Strings(), anchor, after.Strings(), link.TagPath)
	}
	// Output:
	// Orb weavers en [orb weaver garden spider build round web night]
	// http://www.example.org/webs/orb.html [orb weaver garden spider build] [round web] [night] html/body/p/a
}
