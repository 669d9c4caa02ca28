import { isRecord } from '@clinic/contract/json-schema.ts'
import type { GatewayNews, GatewayOutcome, PaymentGateway } from '../../domain/billing/payment-gateway.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { jsonOf } from '../json.ts'
import { isSigned, signedCallback } from '../signed-body.ts'

/**
 * A gateway where no money moves: its page is part of this program (`../../pay`), and like a real one it tells of what
 * happened there by signed callbacks alone.
 */
export interface SandboxGateway extends PaymentGateway {
  /** What its page sends after the payer's choice, and what a refund sends. */
  callback(news: GatewayNews): { body: string; headers: Record<string, string> }
}

const OUTCOMES: readonly GatewayOutcome[] = ['PENDING', 'SUCCESS', 'FAILED', 'REFUND']

const referenceOf = (id: string, attempt: number) => `sandbox_${id}_${attempt}`

export interface SandboxOptions {
  box: SecretBox
  companyId: string
  /** Brings a callback to the program's own endpoint. */
  deliver: (companyId: string, callback: { body: string; headers: Record<string, string> }) => Promise<void>
  currency: string
}

export function sandboxGateway({ box, companyId, currency, deliver }: SandboxOptions): SandboxGateway {
  const secret = box.mac(companyId, 'sandbox payment gateway', 32)
  const callback = (news: GatewayNews) => signedCallback(news, secret)
  return {
    servedHere: true,
    callback,
    step: () => 1,
    open: async ({ id, attempt, returnUrl }) => ({ reference: referenceOf(id, attempt), url: returnUrl }),
    retrieve: async () => undefined,
    refund: (reference, { id, amountMinor }) =>
      deliver(companyId, callback({ id, reference, outcome: 'REFUND', amountMinor, currency })),
    read: async callback => (isSigned(callback, secret) ? newsIn(callback.body) : 'forged'),
  }
}

function newsIn(body: Buffer): GatewayNews | 'nothing' {
  const sent = jsonOf(body)
  if (!isRecord(sent)) return 'nothing'
  const { id, reference, amountMinor, currency } = sent
  const outcome = OUTCOMES.find(each => each === sent.outcome)
  if (!outcome || typeof id !== 'string' || typeof reference !== 'string') return 'nothing'
  return { id, reference, outcome, amountMinor: Number(amountMinor), currency: String(currency) }
}
