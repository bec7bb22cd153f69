"""Asks the database whose connection string is in KIOSK_URI; prints what it answers as one line of JSON."""

import json
import os

from pymongo import MongoClient
from pymongo.errors import OperationFailure

uri = os.environ["KIOSK_URI"]


def refusal(uri):
    """The code with which a connection by this string is refused, or None."""
    with MongoClient(uri, serverSelectionTimeoutMS=5000) as client:
        try:
            client["python"]["items"].find_one()
            return None
        except OperationFailure as error:
            return error.code


def transaction(client):
    """The code of a transaction's refusal, and whether its sentence speaks of retried writes."""
    with client.start_session() as session:
        try:
            with session.start_transaction():
                client["python"]["items"].insert_one({}, session=session)
        except OperationFailure as error:
            return [error.code, "retry" in str(error).lower()]


with MongoClient(uri, serverSelectionTimeoutMS=5000) as client:
    items = client["python"]["items"]
    items.insert_many([{"_id": n, "text": "x" * n} for n in range(3)])
    client.admin.command("ping")
    answers = {
        "found": [item["_id"] for item in items.find({"_id": {"$gte": 1}}).sort("_id", -1)],
        "users": len(client.admin.command("connectionStatus")["authInfo"]["authenticatedUsers"]),
        "removed": items.delete_many({}).deleted_count,
        "transaction": transaction(client),
        "wholeSeconds": client.admin.command("serverStatus")["uptime"].is_integer(),
    }

secret = uri.split("@")[0]
answers["stranger"] = refusal(uri.replace(secret + "@", "mongodb://"))
answers["wrongPassword"] = refusal(uri.replace(secret, secret[:-1] + ("a" if secret[-1] != "a" else "b")))
answers["otherMechanism"] = refusal(uri + "&authMechanism=SCRAM-SHA-1")
print(json.dumps(answers))
