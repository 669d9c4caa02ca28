import { OneOf, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import type { CarrierNews } from '../../domain/messaging/message-carrier.ts'
import { jsonOf } from '../json-of.ts'

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

/** What the sandbox tells: that somebody wrote to the clinic. */
export function newsIn(body: Buffer): CarrierNews[] {
  const told = jsonOf(body)
  if (!inbound.check(told)) return []
  const { id, channel, from, name = null, text, at } = told
  return [{ type: 'message', carrierId: id, channel, from, name, kind: 'text', text, at }]
}
