import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { asCounted } from '../billing/invoice-lines.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { invoiceState } from '../billing/invoice-state.ts'
import { invoiceTotals, taxByRate } from '../billing/invoice-totals.ts'
import { storedLines } from '../billing/stored-lines.ts'
import type { Priced } from './price.ts'

/** The draft, as it will be handed over. */
export function requireDraft(invoice: InvoiceRow, patientId: string): void {
  if (invoice.patient_id !== patientId) refuse('not_found', { resource: 'invoice' })
  const state = invoiceState(invoice)
  if (state !== 'DRAFT') refuse('invalid_state_transition', { from: state, to: 'OPEN' })
}

/** What a draft comes to, as it stands. */
export async function priceOfDraft(tx: Tx, draft: InvoiceRow): Promise<Priced> {
  const lines = await storedLines(tx, draft.id)
  const counted = lines.map(asCounted)
  const whole = { discountMinor: draft.whole_discount_minor, discountPercent: draft.whole_discount_percent }
  const ofLines = invoiceTotals({ lines: counted }).discountMinor
  return {
    lines: lines.map(line => ({ line, share: { minor: line.insurance_minor, reason: null } })),
    taxes: taxByRate({ lines: counted, ...whole }),
    subtotalMinor: draft.subtotal_minor,
    discountMinor: draft.discount_minor - draft.points_minor,
    wholeMinor: draft.discount_minor - draft.points_minor - ofLines,
    ownMinor: draft.discount_minor,
    ...{ pointsMinor: draft.points_minor, pointsMost: 0, taxMinor: draft.tax_minor },
    ...{ totalMinor: draft.total_minor, insuranceMinor: draft.insurance_minor },
  }
}
