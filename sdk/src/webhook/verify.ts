import type { ClinicEvent } from '../printed/events.generated.ts'
import { genuineText, type VerifyWebhookOptions } from '../verify-webhook.ts'
import type { WebhookHeaders } from '../webhook-headers.ts'

/** What arrived, in the hands of a framework: the body as it came, before any JSON parser. */
export interface ArrivedWebhook {
  readonly body: string | Uint8Array
  readonly headers: WebhookHeaders
}

const isRequest = (arrived: Request | ArrivedWebhook): arrived is Request =>
  'text' in arrived && typeof arrived.text === 'function'

/**
 * Proves that the platform sent this request, and returns its event, told apart by `type`.
 *
 * @param secrets The endpoint's signing secret (`whsec_…`), or several while one is being rotated.
 * @throws {WebhookVerificationError} with a `reason` when it cannot be proven.
 */
export async function verify(
  arrived: Request | ArrivedWebhook,
  secrets: string | readonly string[],
  options?: VerifyWebhookOptions,
): Promise<ClinicEvent> {
  const body = isRequest(arrived) ? await arrived.text() : arrived.body
  return JSON.parse(await genuineText(body, arrived.headers, secrets, options))
}
