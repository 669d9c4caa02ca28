import { refuseInput } from '../../kernel/errors.ts'
import type { ClinicRow } from './open-clinic.ts'

/** A Saudi VAT number: 15 digits, the first and the last of them 3 (BR-KSA-40). */
export const isVatNumber = (text: string): boolean => /^3\d{13}3$/.test(text)

type Registered = Pick<
  ClinicRow,
  'vat_number' | 'vat_name' | 'crn_number' | 'commercial_name' | 'registration_city' | 'country' | 'e_invoice_provider'
>

/** Whether a clinic is registered as it was. */
export const wasRegistered = (before: Registered, after: Registered): boolean =>
  (['vat_number', 'vat_name', 'crn_number', 'commercial_name', 'registration_city', 'country'] as const).every(
    column => before[column] === after[column],
  )

/** A VAT number is one that the country gives; a clinic that reports its invoices has all that stands on them. */
export function requireWhole(before: Registered, after: Registered): void {
  if (wasRegistered(before, after)) return
  const { vat_number, country, e_invoice_provider } = after
  if (country === 'SA' && vat_number !== null && !isVatNumber(vat_number))
    refuseInput({
      path: '/vatNumber',
      code: 'format',
      message: 'must have 15 digits, the first and the last of them 3',
    })
  if (e_invoice_provider === null) return
  if (country !== before.country)
    refuseInput({ path: '/country', code: 'reported', message: 'must stay: the clinic reports its invoices there' })
  const missing = (
    [
      ['vatNumber', vat_number],
      ['vatName', after.vat_name],
      ['crnNumber', after.crn_number],
      ['registrationCity', after.registration_city],
    ] as const
  ).filter(([, text]) => !text?.trim())
  if (missing.length > 0)
    refuseInput(
      ...missing.map(([field]) => ({
        ...{ path: `/${field}`, code: 'reported', message: 'must be there: the clinic reports its invoices' },
      })),
    )
}
