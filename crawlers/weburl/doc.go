// Package weburl gives URLs their identity: the canonical form under which a URL stands in frontier, history and page
// repository ([PSM04] §2.2, algorithms §2), and the MD5 name made of it.
//
// Two forms must be told apart. The resolved form is what a browser would send: the reference parsed by the WHATWG URL
// standard, without its fragment. The canonical form is made of it by rules of ours and is identity only: it may drop
// things that a server wants to see, such as a default page's name, and is never sent where a resolved form is known.
package weburl
