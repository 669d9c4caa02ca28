import { refuseInput } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { requireApproved } from '../billing/discount-approval.ts'
import type { Discount } from '../billing/invoice-totals.ts'
import { requirePercent } from '../billing/percentage.ts'
import { patientFile } from '../patients/patient-file.ts'
import { requireReferences } from './chart-treatment.ts'
import { makeQuotation } from './make-quotation.ts'
import type { QuotationRow } from './quotation.ts'

type Given<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

/** What is offered for one price, in minor units. */
export interface Option extends Given<Discount> {
  label?: string | undefined
  treatmentIds?: string[] | undefined
  diagnosticFeeMinor?: number | undefined
}

export interface Quoted {
  patientId: string
  branchId: string
  doctorId?: string | undefined
  appointmentId?: string | undefined
  options: readonly (Option & { label: string; treatmentIds: string[] })[]
  validDays?: number | undefined
  name?: string | undefined
  notes?: string | undefined
  /** Of a discount above what the member may give. */
  approvalId?: string | undefined
}

/**
 * Offers a patient up to three ways to go, side by side; each is a quotation, and fires quotation.created. What several of
 * them offer stays with the first until one is signed. A discount of the whole is one that the member may give, with those
 * that the treatments have.
 */
export async function quoteOptions(
  tx: Tx,
  { options, validDays, approvalId, ...about }: Quoted,
): Promise<QuotationRow[]> {
  await patientFile(tx, about.patientId)
  await requireReferences(tx, about)
  for (const [place, option] of options.entries()) requireOneDiscount(option, `/options/${place}`)
  requireLabels(options)
  const made: QuotationRow[] = []
  const shared = new Set<string>()
  for (const { label, ...option } of options) {
    const { doctorId = null, appointmentId = null, name = null, notes = null, ...where } = about
    const { discountMinor = null, discountPercent = null, ...offer } = option
    const quotation = await makeQuotation(tx, {
      ...{ ...where, doctorId, appointmentId, name, notes },
      ...{ ...offer, discountMinor, discountPercent, validDays, shared },
      ...{ id: idOfRequest(tx, 'quo', String(made.length)), groupId: made[0]?.id ?? null },
      ...{ optionLabel: label, optionPlace: made.length },
    })
    made.push(quotation)
    for (const id of option.treatmentIds) shared.add(id)
  }
  await requireGiven(tx, { patientId: about.patientId, approvalId, quotations: made })
  return made
}

interface Offered {
  patientId: string
  approvalId?: string | undefined
  quotations: readonly QuotationRow[]
}

/**
 * Refuses discounts of the whole that are more than the member may give, together with those of the treatments; one approval
 * is for all of them.
 */
export function requireGiven(tx: Tx, { quotations, ...whose }: Offered): Promise<void> {
  const discounts = quotations
    .filter(one => one.whole_discount_minor > 0)
    .map(one => ({ amountMinor: one.subtotal_minor, discountMinor: one.discount_minor }))
  return requireApproved(tx, { ...whose, discounts })
}

/** A discount is an amount or a percentage of at most two decimals, not both. */
export function requireOneDiscount({ discountMinor, discountPercent }: Given<Discount>, path = ''): void {
  if (discountPercent == null) return
  if (discountMinor != null)
    refuseInput({
      path: `${path}/discountPercent`,
      code: 'exclusive',
      message: 'must not be given beside discount',
    })
  requirePercent(discountPercent, `${path}/discountPercent`)
}

function requireLabels(options: Quoted['options']): void {
  const place = options.findIndex(({ label }, at) => options.findIndex(one => one.label === label) < at)
  if (place > 0)
    refuseInput({ path: `/options/${place}/label`, code: 'duplicate', message: 'must differ from the other labels' })
}
