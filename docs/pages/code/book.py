import json, os, sys, urllib.error, urllib.parse, urllib.request

api = os.environ.get("API", "http://localhost:4000/api/v1")
headers = {"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"}
branch_id, doctor_id, patient_id = sys.argv[1:4]


def call(path, body=None, **more):
    """The answer of the API, also where it refuses."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(api + path, data=data, headers=headers | more.get("headers", {}))
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


query = urllib.parse.urlencode({"branchId": branch_id, "doctorId": doctor_id, "days": 14})
availability = call(f"/availability?{query}")
if "error" in availability:
    sys.exit(availability["error"]["message"])

for slot in [slot for day in availability["data"]["days"] for slot in day["slots"]]:
    wish = {"branchId": branch_id, "doctorId": doctor_id, "patientId": patient_id, **slot}
    # The same for the same wish: sent twice, it books once.
    key = f"booking {patient_id} {doctor_id} {slot['start']}"
    answer = call("/appointments", wish, headers={"Idempotency-Key": key})
    if "data" in answer:
        print("booked", answer["data"]["id"], answer["data"]["start"])
        break
    # It was taken meanwhile: try the next one. Anything else no other slot mends.
    if answer["error"]["code"] != "slot_unavailable":
        sys.exit(answer["error"]["code"] + ": " + answer["error"]["message"])
else:
    print("nothing is free")
