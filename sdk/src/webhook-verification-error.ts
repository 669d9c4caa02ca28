export type WebhookVerificationReason =
  | 'missing_header'
  | 'malformed_header'
  | 'body_was_parsed'
  | 'secret_has_wrong_form'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'no_match'

/**
 * The request is not, or cannot be shown to be, one of ours: answer 401 and do nothing else. `reason` is for code, the
 * message for the operator who reads the log: it names the usual cause and the remedy, and never a secret or a signature.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message)
    this.reason = reason
  }
}
