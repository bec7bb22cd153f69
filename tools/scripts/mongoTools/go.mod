// MongoDB's dump, restore and status programs, for a test of backups: mongodump and mongorestore.
module kiosk/mongotools

go 1.24

tool (
	github.com/mongodb/mongo-tools/mongodump/main
	github.com/mongodb/mongo-tools/mongorestore/main
	github.com/mongodb/mongo-tools/mongostat/main
	github.com/mongodb/mongo-tools/mongotop/main
)

require (
	github.com/golang/snappy v0.0.4 // indirect
	github.com/jessevdk/go-flags v1.5.0 // indirect
	github.com/klauspost/compress v1.17.8 // indirect
	github.com/mattn/go-runewidth v0.0.15 // indirect
	github.com/mongodb/mongo-tools v0.0.0-20240723193119-837c2bc263f4 // indirect
	github.com/montanaflynn/stats v0.7.1 // indirect
	github.com/nsf/termbox-go v1.1.1 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/xdg-go/pbkdf2 v1.0.0 // indirect
	github.com/xdg-go/scram v1.1.2 // indirect
	github.com/xdg-go/stringprep v1.0.4 // indirect
	github.com/youmark/pkcs8 v0.0.0-20201027041543-1326539a0a0a // indirect
	go.mongodb.org/mongo-driver v1.16.0 // indirect
	golang.org/x/crypto v0.25.0 // indirect
	golang.org/x/exp v0.0.0-20240529005216-23cca8864a10 // indirect
	golang.org/x/sync v0.7.0 // indirect
	golang.org/x/sys v0.22.0 // indirect
	golang.org/x/term v0.22.0 // indirect
	golang.org/x/text v0.16.0 // indirect
	gopkg.in/yaml.v2 v2.4.0 // indirect
)
