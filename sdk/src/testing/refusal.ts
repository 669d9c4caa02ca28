import { ERRORS } from '../printed/examples.generated.ts'
import type { ErrorCode } from '../printed/lists.generated.ts'

/** What the service refuses with: the answer to give `fakeClinic`, such as `refusal('slot_unavailable')`. */
export function refusal(code: ErrorCode, details?: Readonly<Record<string, unknown>>): Response {
  const error = ERRORS[code]
  if (!error) throw new TypeError(`${code} is no code of an error`)
  const { status, message } = error
  return Response.json({ error: { code, message, requestId: 'req_fake', ...(details && { details }) } }, { status })
}
