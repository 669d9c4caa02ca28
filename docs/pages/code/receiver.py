import hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The signingSecret of the endpoint; while it is being rotated the old one too, after a comma.
secrets = os.environ["SIGNING_SECRET"].split(",")
seen = set()  # In production a table with a unique key.


def is_genuine(body: bytes, header: str) -> bool:
    """Whether the platform signed these very bytes within the last 300 seconds."""
    parts = [part.partition("=")[::2] for part in header.split(",")]
    at = next((value for name, value in parts if name == "t"), "")
    if not at.isascii() or not at.isdigit() or abs(time.time() - int(at)) > 300:
        return False
    given = [value for name, value in parts if name == "v1" and value.isascii()]
    signed = at.encode() + b"." + body
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets]
    return any(hmac.compare_digest(one, other) for one in given for other in expected)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came: parse only what was verified.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(body, self.headers.get("Service-Signature", ""))
        if genuine:
            event = json.loads(body)
            if event["id"] not in seen:
                seen.add(event["id"])
                print(event["type"], event["data"]["id"], flush=True)  # Put it on your queue, and do the work from there.
        self.send_response(204 if genuine else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 4100))), Receiver)
print("listening", flush=True)
server.serve_forever()
