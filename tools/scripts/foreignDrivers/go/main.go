// Queries the database at the connection string in KIOSK_URI and prints the results as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func connect(uri string) *mongo.Client {
	return must(mongo.Connect(options.Client().ApplyURI(uri).SetServerSelectionTimeout(5 * time.Second)))
}

// The error code of a connection with this string, or 0.
func refusal(ctx context.Context, uri string) int {
	client := connect(uri)
	defer client.Disconnect(ctx)
	err := client.Database("golang").Collection("items").FindOne(ctx, bson.D{}).Err()
	var refused mongo.CommandError
	if errors.As(err, &refused) {
		return int(refused.Code)
	}
	if err == nil || errors.Is(err, mongo.ErrNoDocuments) {
		return 0
	}
	panic(err)
}

// The error code of a refused transaction, and whether its message is about retryable writes.
func transaction(ctx context.Context, client *mongo.Client) []any {
	session := must(client.StartSession())
	defer session.EndSession(ctx)
	_, err := session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		return client.Database("golang").Collection("items").InsertOne(ctx, bson.D{})
	})
	var refused mongo.CommandError
	if !errors.As(err, &refused) {
		panic(err)
	}
	return []any{refused.Code, strings.Contains(strings.ToLower(err.Error()), "retry")}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	uri := os.Getenv("KIOSK_URI")
	client := connect(uri)
	items := client.Database("golang").Collection("items")
	must(items.InsertMany(ctx, []bson.D{{{Key: "_id", Value: 0}}, {{Key: "_id", Value: 1}}, {{Key: "_id", Value: 2}}}))
	from := bson.D{{Key: "_id", Value: bson.D{{Key: "$gte", Value: 1}}}}
	sorted := options.Find().SetSort(bson.D{{Key: "_id", Value: -1}})
	var documents []bson.M
	if err := must(items.Find(ctx, from, sorted)).All(ctx, &documents); err != nil {
		panic(err)
	}
	found := []any{}
	for _, document := range documents {
		found = append(found, document["_id"])
	}
	var status struct {
		AuthInfo struct {
			AuthenticatedUsers []bson.M `bson:"authenticatedUsers"`
		} `bson:"authInfo"`
	}
	command := bson.D{{Key: "connectionStatus", Value: 1}}
	if err := client.Database("admin").RunCommand(ctx, command).Decode(&status); err != nil {
		panic(err)
	}
	removed := must(items.DeleteMany(ctx, bson.D{})).DeletedCount
	refusedTransaction := transaction(ctx, client)
	// A double with a fraction does not decode into an integer.
	var server struct {
		Uptime     int64 `bson:"uptime"`
		Opcounters struct {
			Insert int64 `bson:"insert"`
		} `bson:"opcounters"`
	}
	asked := bson.D{{Key: "serverStatus", Value: 1}}
	err := client.Database("admin").RunCommand(ctx, asked).Decode(&server)
	client.Disconnect(ctx)

	secret := strings.Split(uri, "@")[0]
	last := "a"
	if strings.HasSuffix(secret, "a") {
		last = "b"
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"found":         found,
		"users":         len(status.AuthInfo.AuthenticatedUsers),
		"removed":       removed,
		"transaction":   refusedTransaction,
		"wholeSeconds":  err == nil && server.Opcounters.Insert >= 3,
		"stranger":      refusal(ctx, strings.Replace(uri, secret+"@", "mongodb://", 1)),
		"wrongPassword": refusal(ctx, strings.Replace(uri, secret, secret[:len(secret)-1]+last, 1)),
	})
}
