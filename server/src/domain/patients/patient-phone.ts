import { refuseInput } from '../../kernel/errors.ts'
import { normalizePhone } from '../../kernel/values/phones.ts'

/** The phone in E.164 by the clinic's country; null and undefined stay what they are. Refuses what is no phone number. */
export function phoneOf<None extends null | undefined>(
  text: string | None,
  country: string,
  field: string,
): string | None {
  if (typeof text !== 'string') return text
  const phone = normalizePhone(text, country)
  if (phone) return phone
  return refuseInput({
    path: `/${field}`,
    code: 'format',
    message: 'must be a phone number, with its country code or as dialled within the clinic’s country',
  })
}
