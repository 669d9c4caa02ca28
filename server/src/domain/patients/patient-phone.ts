import { refuseInput } from '../../kernel/errors.ts'
import { normalizePhone } from '../../kernel/values/phones.ts'

/** The phone in E.164 by the clinic's country, null for none; refuses what is no phone number. */
export function phoneOf(text: string | null | undefined, country: string, field: string): string | null {
  if (text === null || text === undefined) return null
  const phone = normalizePhone(text, country)
  if (phone) return phone
  return refuseInput({
    path: `/${field}`,
    code: 'format',
    message: 'must be a phone number, with its country code or as dialled within the clinic’s country',
  })
}
