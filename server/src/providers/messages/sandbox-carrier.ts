import { createHmac, timingSafeEqual } from 'node:crypto'
import { Id, OneOf, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import { db } from '../../db/builder.ts'
import type {
  CallbackReader,
  CarrierNews,
  Channel,
  Content,
  MessageCarrier,
  Outgoing,
  SendOutcome,
} from '../../domain/messaging/message-carrier.ts'
import type { ClinicProvider } from '../../domain/providers/clinic-provider.ts'
import { newId } from '../../kernel/ids.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'

/**
 * A carrier that reaches nobody: what it "sends" is kept in sandbox_message for people and tests to look at, and is
 * reported as delivered. Numbers that end in 0666 cannot be reached, for those in 0667 the carrier is never available, and
 * those in 0668 are accepted and then not delivered; e-mail to `bounce@…` is refused.
 */
export const UNREACHABLE = '0666'
export const UNAVAILABLE = '0667'
export const UNDELIVERED = '0668'

/** Reports what became of a sandbox message, as a carrier does later. */
export const sandboxReceipt = jobKind('sandbox_receipt', {
  communicationId: Id,
  status: OneOf(['delivered', 'failed']),
})

export const sandboxCarrier = (
  channel: Channel,
  inClinic: <Value>(run: (tx: Tx) => Promise<Value>) => Promise<Value>,
): MessageCarrier => ({
  async send(message) {
    const refusal = refusalOf(message.to)
    if (refusal) return refusal
    return inClinic(tx => keep(tx, channel, message))
  },
  submitTemplate: async ({ name }) => ({
    carrierId: `sandbox_${name}`,
    status: name.includes('reject') ? 'REJECTED' : 'APPROVED',
  }),
})

function refusalOf(to: string): SendOutcome | undefined {
  if (to.endsWith(UNREACHABLE) || to.startsWith('bounce@')) return { result: 'refused', error: 'recipient_unreachable' }
  if (to.endsWith(UNAVAILABLE)) return { result: 'retry', error: 'carrier_unavailable' }
  return undefined
}

async function keep(tx: Tx, channel: Channel, { reference, to, content }: Outgoing): Promise<SendOutcome> {
  const values = {
    ...{ company_id: tx.clinic.id, id: newId('sbm', Date.parse(tx.now)), reference, channel, recipient: to },
    ...{ body: bodyOf(content), created_at: tx.now, updated_at: tx.now },
  }
  // A reference that was carried before is not carried again.
  await tx.rows(
    db
      .insertInto('sandbox_message')
      .values(values)
      .onConflict(conflict => conflict.doNothing()),
  )
  const status = to.endsWith(UNDELIVERED) ? 'failed' : 'delivered'
  if (channel !== 'email') await enqueue(tx, sandboxReceipt, { communicationId: reference, status }, { key: reference })
  return { result: 'sent', carrierId: carrierIdOf(reference) }
}

export const carrierIdOf = (reference: string): string => `sandbox_${reference}`

const bodyOf = (content: Content): string =>
  content.type === 'mail' ? `${content.subject}\n\n${content.text}` : content.text

export const SANDBOX_SIGNATURE = 'x-sandbox-signature'

export const sandboxSignature = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

function isSigned(body: Buffer, given: string | string[] | undefined, { secret = '' }: ClinicProvider['settings']) {
  const expected = Buffer.from(sandboxSignature(body, secret))
  const received = Buffer.from(String(given))
  return secret !== '' && expected.length === received.length && timingSafeEqual(expected, received)
}

const inbound = validator(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 200 }),
    channel: OneOf(['whatsapp', 'sms']),
    from: Type.String({ pattern: '^\\+[1-9][0-9]{6,14}$' }),
    name: Type.Optional(Type.String()),
    text: Type.String(),
    at: Type.String({ format: 'date-time' }),
  }),
)

/** `{ id, channel, from, name, text, at }`, signed with the settings' `secret`: HMAC-SHA256 of the body, in hex. */
export const sandboxCallbacks: CallbackReader = {
  channel: 'whatsapp',
  read({ headers, body }, settings): CarrierNews[] | 'forged' {
    if (!isSigned(body, headers[SANDBOX_SIGNATURE], settings)) return 'forged'
    const told: unknown = JSON.parse(body.toString())
    if (!inbound.check(told)) return []
    const { id, channel, from, name = null, text, at } = told
    return [{ type: 'message', carrierId: id, channel, from, name, kind: 'text', text, at }]
  },
}
