package storage

import (
	"crypto/md5"
	"encoding/hex"
)

func nameOf(canonical string) string {
	sum := md5.Sum([]byte(canonical))
	return hex.EncodeToString(sum[:])
}
