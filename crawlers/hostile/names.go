package hostile

import (
	"strings"

	"orbweaver/crawlers/fetch"
)

// elsewhere is a host whose name stands for an address that is not to be asked.
func elsewhere(name, does, address string) Behaviour {
	return Behaviour{
		Name: name, Does: "has a name that stands for " + does, at: []string{address}, port: 80, answers: welcome,
		Get: fetch.KindRefusedAddress, Crawl: fetch.KindRefusedAddress,
	}
}

var names = []Behaviour{
	{Name: "no-such-name", Does: "has a name that DNS does not know", dns: denies, answers: welcome, Get: fetch.KindDNS, Crawl: fetch.KindDNS},
	{Name: "dns-fails", Does: "has a name server that answers with a fault", dns: fails, answers: welcome, Get: fetch.KindDNS, Crawl: fetch.KindDNS},
	{Name: "dns-silent", Does: "has a name server that does not answer", dns: silent, answers: welcome, Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "dns-empty", Does: "has a name without an address", dns: withouts, answers: welcome, Get: fetch.KindDNS, Crawl: fetch.KindDNS},
	{Name: "dns-circle", Does: "has a name that is another name of itself", dns: circles, answers: welcome, Get: fetch.KindDNS, Crawl: fetch.KindDNS},
	{Name: "dns-noise", Does: "has a name server that answers with noise", dns: garbles, answers: welcome, Get: fetch.KindTimeout, Crawl: fetch.KindTimeout},
	{Name: "long-label", Does: "has a name with a part that is too long", host: strings.Repeat("x", 64) + ".test", answers: welcome, Get: fetch.KindDNS, Crawl: fetch.KindDNS},
	{Name: "empty-label", Does: "has a name with a part that is empty", host: "empty..test", answers: welcome, Get: fetch.KindDNS, Crawl: fetch.KindDNS},
	elsewhere("name-of-this-machine", "this machine (127.0.0.2)", "127.0.0.2"),
	elsewhere("name-of-nothing", "0.0.0.0, which is this machine too", "0.0.0.0"),
	elsewhere("name-of-a-private-network", "an address of the user's own network (192.168.1.1)", "192.168.1.1"),
	elsewhere("name-of-a-carrier", "an address of the provider's network (100.64.0.1)", "100.64.0.1"),
	elsewhere("name-of-metadata", "the address where clouds keep their secrets (169.254.169.254)", "169.254.169.254"),
	elsewhere("name-of-multicast", "a group of machines (224.0.0.1)", "224.0.0.1"),
	elsewhere("name-of-all", "all machines of the network (255.255.255.255)", "255.255.255.255"),
	elsewhere("name-of-this-machine-v6", "this machine in IPv6 (::1)", "::1"),
	elsewhere("name-of-mapped-v6", "a private IPv4 address, dressed as IPv6 (::ffff:10.0.0.1)", "::ffff:10.0.0.1"),
	elsewhere("name-of-nat64", "a private IPv4 address behind NAT64 (64:ff9b::a00:1)", "64:ff9b::a00:1"),
	elsewhere("name-of-6to4", "a private IPv4 address behind 6to4 (2002:a00:1::1)", "2002:a00:1::1"),
	elsewhere("name-of-unique-local", "a private IPv6 network (fd00::1)", "fd00::1"),
	elsewhere("name-of-link-local", "a neighbour in IPv6 (fe80::1)", "fe80::1"),
	{
		Name: "rebinding", Does: "has a name that stands for a public address when first asked for, and then for a private one",
		at: []string{"127.0.0.1", "10.0.0.1"}, answers: welcome, Get: Page, Crawl: fetch.KindRefusedAddress,
	},
	{
		Name: "mail-port", Does: "is asked on the port of another service (25, mail)", at: []string{"93.184.215.14"}, port: 25, answers: welcome,
		Get: fetch.KindRefusedAddress, Crawl: fetch.KindRefusedAddress,
	},
	{Name: "trailing-dot", Does: "has a dot at the end of its name", host: "trailing-dot.test.", answers: welcome},
	{Name: "idn", Does: "has a name in another script", host: "xn--bcher-kva.test", answers: welcome},
	{Name: "no-punycode", Does: "has a name that looks like one in another script and is none", host: "xn--pokxncvks.test", answers: welcome},
	{Name: "underscore_name", Does: "has a name that no host may have", answers: welcome},
}
