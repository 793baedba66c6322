package frontier

// hosts are those that have links, by number. The numbers of those that have none any more are used again.
type hosts struct {
	numbers map[string]int32 // by name
	names   slab[string]
	of      []int32 // by number of a link: its host
}

func newHosts() hosts { return hosts{numbers: map[string]int32{}} }

// enter gives a link a host, and returns the host's number.
func (h *hosts) enter(link int32, name string) (host int32) {
	host, known := h.numbers[name]
	if !known {
		host = h.names.add(name)
		h.numbers[name] = host
	}
	h.of = grown(h.of, link)
	h.of[link] = host
	return host
}

// forget makes room for another host, where one has no links any more.
func (h *hosts) forget(host int32) {
	delete(h.numbers, *h.names.at(host))
	h.names.remove(host)
}
