package frontier

import "math/rand/v2"

// urns are an urn for the links of each host, and one for the hosts, which weigh what their links do.
type urns struct {
	hosts
	links  []urn // by host
	masses []mass
	byMass urn // the hosts
	inUrn  places
	inAll  places
}

func newUrns() *urns {
	u := &urns{hosts: newHosts()}
	u.byMass.at = &u.inAll
	return u
}

func (u *urns) enter(number int32, name string, exp int64) {
	host := u.hosts.enter(number, name)
	u.links, u.masses = grown(u.links, host), grown(u.masses, host)
	u.links[host].at = &u.inUrn
	u.links[host].put(number, exp)
	u.weigh(host)
}

func (u *urns) leave(number int32, exp int64) {
	host := u.of[number]
	u.links[host].remove(number, exp)
	if u.weigh(host); len(u.links[host].tiers) == 0 {
		u.forget(host)
	}
}

// change is told that a link is of another power of two than before.
func (u *urns) change(number int32, before, exp int64) {
	host := u.of[number]
	u.links[host].remove(number, before)
	u.links[host].put(number, exp)
	u.weigh(host)
}

// weigh puts a host where it belongs after a change of its links.
func (u *urns) weigh(host int32) {
	before, now := u.masses[host], u.links[host].mass()
	u.masses[host] = now
	if before.frac > 0 && now.frac > 0 && before.exp == now.exp {
		return
	}
	if before.frac > 0 {
		u.byMass.remove(host, before.exp)
	}
	if now.frac > 0 {
		u.byMass.put(host, now.exp)
	}
}

// draw draws a link of a ready host with probability proportional to its mass; false when there is none. A host that is not
// ready is set aside, which gives every link of the ready ones its due share.
func (u *urns) draw(random *rand.Rand, ready func(host string) bool, weigh func(number int32) mass) (number int32, ok bool) {
	var busy []int32
	defer func() {
		for _, host := range busy {
			u.byMass.put(host, u.masses[host].exp)
		}
	}()
	for {
		host, ok := u.byMass.draw(random.Float64())
		if !ok {
			return 0, false
		}
		if !u.masses[host].chance(random) {
			continue
		}
		if !ready(*u.names.at(host)) {
			u.byMass.remove(host, u.masses[host].exp)
			busy = append(busy, host)
			continue
		}
		if number, _ = u.links[host].draw(random.Float64()); weigh(number).chance(random) {
			return number, true
		}
	}
}
