import json, os, random, sys, time, urllib.error, urllib.request

api = os.environ.get("API", "http://localhost:4000/api/v1")
invoice_id, amount, reference = sys.argv[1:4]


def record(key):
    """Sends the payment until it is known what became of it; the key makes sure that it is taken once."""
    request = urllib.request.Request(
        f"{api}/payments",
        headers={
            "Authorization": "Bearer " + os.environ["TOKEN"],
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        },
        data=json.dumps(
            {"invoiceId": invoice_id, "amount": float(amount), "type": "CARD", "reference": reference}
        ).encode(),
    )
    for attempt in range(1, 7):
        wait = 2**attempt * random.random()
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as refusal:
            answer = json.load(refusal)
            is_open = refusal.code == 429 or refusal.code >= 500
            if not is_open and answer["error"]["code"] != "idempotency_conflict":
                return answer
            wait = float(refusal.headers.get("Retry-After", wait))
        except OSError:
            pass
        time.sleep(wait)
    sys.exit("The payment is still open: try again later, with the same key.")


# What names the action names the key: here the number that the card terminal gave the payment.
answer = record(f"terminal {reference}")
error = answer.get("error")
print(f"{error['code']}: {error['message']}" if error else f"recorded {answer['data']['id']}")
