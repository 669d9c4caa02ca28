/** The introduction of the documentation, in a small part of Markdown: headings, paragraphs, lists, code. */
export const GUIDE = `The interface through which a plugin works with the clinic that installed it: JSON over HTTPS, one bearer token for each installation, and events pushed to your endpoints.

## Authentication

Send the token of the installation with every request:

\`\`\`
Authorization: Bearer plg_live_…
\`\`\`

A token that begins with \`plg_test_\` belongs to a sandbox clinic and never reaches real patients. Each operation names the scopes it needs; each field that needs a further scope says so and is left out without it. Records of other clinics do not exist for you: they answer 404.

## Lists and pages

Lists answer \`data\`, \`hasMore\` and \`nextCursor\`. Ask for the next page with \`cursor\`, and keep the other parameters as they were. \`limit\` is 1 to 100, by default 25.

\`from\` and \`to\` narrow a list to a window. Six lists of money take at most 366 days at once: invoices, payments, quotations, claims, online payments and e-invoice submissions. There \`from\` alone means until now and later; a wider window is refused, and never cut. Ask for a longer time in parts, each \`from\` where the one before ended, or without a window, page by page.

To follow changes, poll with \`updatedAfter\` set to the last \`updatedAt\` you saw: you get every change once it is settled, oldest first, and miss none.

## Writing safely

Every POST needs an \`Idempotency-Key\` of your choice, unique for each intended action. Repeat a request whose answer you did not get with the same key: for 24 hours it answers what the first one did, with \`Idempotent-Replay: true\`, and does nothing again. What your scopes no longer show is left out of a repeated answer, and an operation that you may no longer call is refused. PATCH changes what is given; \`null\` clears a field where it may be empty.

## Errors

Every refusal has the same body. \`code\` is for programs, \`message\` for people, and \`requestId\` for us:

\`\`\`
{ "error": { "code": "not_found", "message": "…", "requestId": "req_…", "details": { "resource": "patient" } } }
\`\`\`

A refused request lists every problem in \`details.issues\`, and never repeats what you sent.

## Limits

Each answer says what is left: \`RateLimit-Limit\`, \`RateLimit-Remaining\`, \`RateLimit-Reset\`. After a 429 wait as many seconds as \`Retry-After\` says. JSON bodies may have up to 1 MiB.

## Values

- Times are UTC with milliseconds, such as \`2026-07-05T07:00:00.000Z\`; send any RFC 3339 time with a zone. Days are days in the time zone of the clinic.
- Amounts are numbers in the major unit of the clinic's currency: 402.5 is 402 riyals and 50 halalas.
- Ids are text of 1 to 64 characters: a prefix for the kind, such as \`pat_\`, and a part that grows with time. Do not read more into them.
- A value that is absent is \`null\`; a field that your scopes hide is left out.
- An empty text says that there is none, wherever a text may be absent: in a PATCH it clears the field, as \`null\` does. Where a text must be given, an empty one is refused.

## Webhooks

Events are posted to your endpoints as they happen, at least once, signed. Verify before you parse:

\`\`\`
expected = hex(hmac_sha256(signing_secret, t + "." + raw_body))
\`\`\`

Compare it in constant time with each \`v1\` of \`Service-Signature\`, and refuse a \`t\` older than five minutes. Answer 2xx within ten seconds and do the work afterwards. What fails is retried with growing waits for about two and a half days; what was missed can be read again from the list of events, or sent again.

Events may arrive in any order, those that one change causes included: go by their \`createdAt\`, or read the record as it is now. An id that you have seen before is a repetition. A test event carries \`Service-Event-Test: true\`; its data is the example of its type, and its ids name no records.

## Versions

This is version 2026-07, the value of \`Service-Version\`. Fields, operations and events may be added at any time; what is there stays as it is.
`
