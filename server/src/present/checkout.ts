import type { Static } from '@clinic/contract/kernel.ts'
import { CheckoutPreview } from '@clinic/contract/staff/checkout-preview.ts'
import { type APPROVAL_DEEDS, APPROVAL_STATES, DiscountApproval } from '@clinic/contract/staff/discount-approvals.ts'
import type { NamedApproval } from '../domain/billing/discount-approval.ts'
import { asCounted } from '../domain/billing/invoice-lines.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { invoiceTotals } from '../domain/billing/invoice-totals.ts'
import type { Preview } from '../domain/checkout/preview.ts'
import type { Priced } from '../domain/checkout/price.ts'
import type { Billable } from '../domain/checkout/treatments.ts'
import { treatmentStatus } from '../domain/clinical/treatment-status.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { wordOf } from '../kernel/values/word-of.ts'
import { patientName } from './patient-name.ts'

export interface ShownApproval extends NamedApproval {
  state: string
  allowed: (typeof APPROVAL_DEEDS)[number][]
}

const stateOf = wordOf(APPROVAL_STATES)

export const presentApproval = presenter<ShownApproval, typeof DiscountApproval>(DiscountApproval, {
  patientName,
  state: ({ state }) => stateOf(state),
  askedBy: 'asked_by_name',
  decidedBy: 'decided_by_name',
})

type Shown = Static<typeof CheckoutPreview>

/** What is billed, as it was priced. */
export function shownLine({ line, share }: Priced['lines'][number], { currency }: ClinicFacts): Shown['lines'][number] {
  const { subtotalMinor, discountMinor } = invoiceTotals({ lines: [asCounted(line)] })
  return {
    ...{ treatmentId: line.treatment_id, procedureId: line.procedure_id, name: line.name, code: line.code },
    ...{ quantity: line.quantity, taxPercent: line.tax_percent, insuranceReason: share.reason },
    price: toMajor(line.unit_minor, currency),
    discount: toMajor(discountMinor, currency),
    net: toMajor(subtotalMinor - discountMinor, currency),
    insurance: toMajor(share.minor, currency),
  }
}

export const shownTax = (
  { taxPercent, taxableMinor, taxMinor }: Priced['taxes'][number],
  { currency }: ClinicFacts,
) => ({
  ...{ taxPercent, taxable: toMajor(taxableMinor, currency), tax: toMajor(taxMinor, currency) },
})

const shownBillable = ({ treatment, ...is }: Billable, { currency }: ClinicFacts): Shown['billable'][number] => ({
  ...{ treatmentId: treatment.id, name: treatment.name, code: treatment.code, tooth: treatment.tooth },
  ...{
    status: treatmentStatus(treatment),
    today: is.isToday,
    completable: is.isCompletable,
    doneAt: treatment.ends_at,
  },
  net: toMajor(treatment.amount_minor - treatment.discount_minor, currency),
})

const minor =
  (of: (preview: Preview) => number) =>
  (preview: Preview, { currency }: ClinicFacts): number =>
    toMajor(of(preview), currency)

/** What a checkout would come to. */
export const presentPreview = presenter<Preview, typeof CheckoutPreview>(CheckoutPreview, {
  patientId: ({ patient }) => patient.id,
  fileNumber: ({ patient }) => patient.file_number,
  patientName: ({ patient }) => [patient.first_name, patient.last_name].filter(Boolean).join(' '),
  insurer: ({ insured }) => insured?.name ?? null,
  lines: ({ priced }, clinic) => priced.lines.map(line => shownLine(line, clinic)),
  taxes: ({ priced }, clinic) => priced.taxes.map(rate => shownTax(rate, clinic)),
  subtotal: minor(({ priced }) => priced.subtotalMinor),
  discount: minor(({ priced }) => priced.discountMinor),
  pointsDiscount: minor(({ priced }) => priced.pointsMinor),
  tax: minor(({ priced }) => priced.taxMinor),
  total: minor(({ priced }) => priced.totalMinor),
  insurance: minor(({ priced }) => priced.insuranceMinor),
  due: minor(({ priced }) => priced.totalMinor - priced.insuranceMinor),
  rest: minor(({ restMinor }) => restMinor),
  credit: minor(({ patient }) => Math.max(patient.balance_minor, 0)),
  points: ({ points }) => points.has,
  pointsMost: ({ points }) => points.most,
  pointsWorth: minor(({ points }) => points.most * points.valueMinor),
  limitPercent: ({ limitPercent }) => limitPercent,
  withinLimit: ({ isWithinLimit }) => isWithinLimit,
  linkable: ({ isLinkable }) => isLinkable,
  billable: ({ billable }, clinic) => billable.map(one => shownBillable(one, clinic)),
  invoices: ({ visit }, { currency }) =>
    visit.invoices.map(invoice => ({
      ...{ id: invoice.id, number: invoice.reference_id, state: invoiceState(invoice) },
      total: toMajor(invoice.total_minor, currency),
      pendingPayment: toMajor(invoice.pending_minor, currency),
    })),
  warnings: ({ warnings }) => warnings,
  hash: ({ hash }) => hash,
})
