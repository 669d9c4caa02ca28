import json, os, pathlib, urllib.parse, urllib.request

api = os.environ.get("API", "http://localhost:4000/api/v1")
headers = {"Authorization": "Bearer " + os.environ["TOKEN"]}
mark = pathlib.Path(os.environ.get("MARK", "patients.mark"))


def changes(updated_after):
    """Every change since then, oldest first, page by page."""
    query = {"updatedAfter": updated_after, "limit": 100}
    while True:
        url = f"{api}/patients?{urllib.parse.urlencode(query)}"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as response:
            page = json.load(response)
        yield page["data"]
        if page["nextCursor"] is None:
            return
        query["cursor"] = page["nextCursor"]


# The first time from the beginning: that is the backfill.
latest = mark.read_text() if mark.exists() else "1970-01-01T00:00:00.000Z"
for patients in changes(latest):
    for patient in patients:
        print(patient["id"])  # Insert it, or replace what you have under this id.
        latest = patient["updatedAt"]
mark.write_text(latest)  # Only now: changes of one instant may stand on two pages.
