import { Id, OneOf } from '@clinic/contract/fields.ts'
import { type Static, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import { sql } from '../../db/statement.ts'
import type {
  CarrierNews,
  Channel,
  Content,
  MessageCarrier,
  Outgoing,
  SendOutcome,
} from '../../domain/messaging/message-carrier.ts'
import { sandboxMessagePurpose } from '../../domain/messaging/sandbox-message.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { jsonOf } from '../json.ts'
import { isSigned, signedCallback } from '../signed-body.ts'

/**
 * A carrier that reaches no person: what it "sends" is kept, sealed, for people and tests to look at (`npm run clinic --
 * outbox`), and is reported as delivered. Numbers that end in 0666 cannot be reached, for those in 0667 the carrier is never available, and
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

export interface SandboxOptions {
  channel: Channel
  companyId: string
  box: SecretBox
  inClinic<Value>(companyId: string, run: (tx: Tx) => Promise<Value>): Promise<Value>
}

/** It knows references again: a message that it has carried it does not carry twice. */
export const sandboxCarrier = ({ channel, companyId, box, inClinic }: SandboxOptions): MessageCarrier => ({
  send: async message => refusalOf(message.to) ?? inClinic(companyId, tx => keep(tx, box, { channel, ...message })),
  submitTemplate: async ({ name }) => ({
    carrierId: `sandbox_${name}`,
    status: name.includes('reject') ? 'REJECTED' : 'APPROVED',
  }),
  read: callback => (isSigned(callback, secretOf(box, companyId)) ? newsIn(callback.body) : 'forged'),
})

function refusalOf(to: string): SendOutcome | undefined {
  if (to.endsWith(UNREACHABLE) || to.startsWith('bounce@')) return { result: 'refused', error: 'recipient_unreachable' }
  if (to.endsWith(UNAVAILABLE)) return { result: 'retry', error: 'carrier_unavailable' }
  return undefined
}

const keepOnce = sql(`
  insert into sandbox_message (company_id, id, reference, channel, recipient, sealed_body, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`)

interface Kept extends Outgoing {
  channel: Channel
}

async function keep(tx: Tx, box: SecretBox, { channel, reference, to, content }: Kept): Promise<SendOutcome> {
  const id = newId('sbm', Date.parse(tx.now))
  const sealed = box.seal(bodyOf(content), sandboxMessagePurpose(tx.clinic.id, id))
  await tx.sql(keepOnce([tx.clinic.id, id, reference, channel, to, sealed, tx.now]))
  const status = to.endsWith(UNDELIVERED) ? 'failed' : 'delivered'
  if (channel !== 'email') await enqueue(tx, sandboxReceipt, { communicationId: reference, status }, { key: reference })
  return { result: 'sent', carrierId: carrierIdOf(reference) }
}

export const carrierIdOf = (reference: string): string => `sandbox_${reference}`

const bodyOf = (content: Content): string =>
  content.type === 'mail' ? `${content.subject}\n\n${content.text}` : content.text

const secretOf = (box: SecretBox, companyId: string): string => box.mac(companyId, 'sandbox message carrier', 32)

const Inbound = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  channel: OneOf(['whatsapp', 'sms']),
  from: Type.String({ pattern: '^\\+[1-9][0-9]{6,14}$' }),
  name: Type.Optional(Type.String()),
  text: Type.String(),
  at: Type.String({ format: 'date-time' }),
})
const inbound = validator(Inbound)

export type SandboxInbound = Static<typeof Inbound>

/** What the sandbox posts to our address for it when a patient "writes" to the clinic. */
export const sandboxCallback = (box: SecretBox, companyId: string, message: SandboxInbound) =>
  signedCallback(message, secretOf(box, companyId))

function newsIn(body: Buffer): CarrierNews[] {
  const sent = jsonOf(body)
  if (!inbound.check(sent)) return []
  const { id, channel, from, name = null, text, at } = sent
  return [{ type: 'message', carrierId: id, channel, from, name, kind: 'text', text, at }]
}
