import { STAFF_ERRORS } from './staff-errors.ts'

interface Described {
  readonly status: number
  readonly message: string
}

/**
 * What the plugin API refuses with: code -> HTTP status and the public sentence (contract section 5).
 * A sentence says what is wrong and what to do; it never repeats what was submitted.
 */
export const PLUGIN_ERRORS = {
  invalid_json: { status: 400, message: 'The request body is not valid JSON. Send one JSON value encoded as UTF-8.' },
  validation_failed: {
    status: 400,
    message: 'The request is not valid. Each entry of details.issues names a place and what it expects.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid for this list and these filters. Start again without a cursor.',
  },
  idempotency_key_required: {
    status: 400,
    message:
      'Every POST needs the header Idempotency-Key: 1 to 255 printable ASCII characters, unique for each intended action.',
  },
  unauthenticated: { status: 401, message: 'A valid plugin token is required: Authorization: Bearer <token>.' },
  token_expired: { status: 401, message: 'The token has expired. Use its successor, or ask the clinic for a new one.' },
  token_revoked: { status: 401, message: 'The token was revoked. Ask the clinic for a new one.' },
  insufficient_scope: { status: 403, message: 'The installation was not granted a scope that this operation needs.' },
  ip_not_allowed: { status: 403, message: 'The token may not be used from this address.' },
  installation_suspended: { status: 403, message: 'The clinic has suspended this installation.' },
  not_found: { status: 404, message: 'There is no such record in this clinic, or no such path.' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not take that method. The header Allow lists those it takes.',
  },
  misdirected_request: {
    status: 421,
    message:
      'This is not served here. Send the request again, as it is, to the cell that the header Clinic-Cell names.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large. JSON bodies may have up to 1 MiB.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body must be sent as Content-Type: application/json, uncompressed.',
  },
  idempotency_conflict: {
    status: 409,
    message:
      'A request with this Idempotency-Key is still running, or its effect already exists. Repeat it later with the same key.',
  },
  payment_provider_not_configured: {
    status: 409,
    message: 'The clinic has no usable payment provider. Ask the clinic to connect one.',
  },
  lead_exists: { status: 409, message: 'A lead with this phone number already exists in this clinic.' },
  slot_unavailable: {
    status: 409,
    message: 'The time is not free. details.conflict says why; read the availability for a free slot.',
  },
  invalid_state_transition: {
    status: 409,
    message: 'The record cannot move from its present state to the one requested.',
  },
  upload_not_found: { status: 409, message: 'Nothing was uploaded for this file yet. Send it to uploadUrl first.' },
  already_confirmed: { status: 409, message: 'This upload was already confirmed.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for a different request. Use a new key for a new action.',
  },
  amount_exceeds_pending: { status: 422, message: 'The amount is more than what is still to be paid on the invoice.' },
  invoice_already_paid: { status: 422, message: 'The invoice is already paid in full.' },
  template_not_approved: { status: 422, message: 'The message template is not approved for sending.' },
  event_not_granted: { status: 422, message: 'The installation was not granted one of these events.' },
  destination_not_allowed: {
    status: 422,
    message: 'The URL is not an allowed destination: use a public https address.',
  },
  insufficient_points: { status: 422, message: 'The patient does not have that many points.' },
  insufficient_stock: { status: 422, message: 'The item does not have that much stock.' },
  patient_has_no_phone: { status: 422, message: 'The patient has no phone number to send to.' },
  upload_mismatch: {
    status: 422,
    message: 'What was uploaded differs from what was announced. details.mismatch says in what: size or type.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Quote requestId when you report it.' },
  service_unavailable: { status: 503, message: 'The service cannot answer at the moment. Try again shortly.' },
} as const satisfies Record<string, Described>

/** The closed list of errors, of every surface. */
export const ERRORS = { ...PLUGIN_ERRORS, ...STAFF_ERRORS }

export type PluginErrorCode = keyof typeof PLUGIN_ERRORS
export type ErrorCode = keyof typeof ERRORS

/** One problem of a refused request. `path` is a JSON pointer into the body, or the parameter's name. */
export interface Issue {
  path: string
  code: string
  message: string
}
