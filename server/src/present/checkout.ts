import type { Static } from '@clinic/contract/kernel.ts'
import type { CheckoutPreview } from '@clinic/contract/staff/checkout-preview.ts'
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

export interface ShownApproval extends NamedApproval {
  state: string
  allowed: (typeof APPROVAL_DEEDS)[number][]
}

const stateOf = wordOf(APPROVAL_STATES)

export const presentApproval = presenter<ShownApproval, typeof DiscountApproval>(DiscountApproval, {
  patientName: ({ first_name, last_name }) =>
    first_name === null ? null : [first_name, last_name].filter(Boolean).join(' '),
  state: ({ state }) => stateOf(state),
  askedBy: 'asked_by_name',
  decidedBy: 'decided_by_name',
})

type Shown = Static<typeof CheckoutPreview>

function shownLine({ line, share }: Priced['lines'][number], { currency }: ClinicFacts): Shown['lines'][number] {
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

/** What a checkout would come to. */
export function presentPreview(preview: Preview, clinic: ClinicFacts): Shown {
  const { patient, priced, points, visit } = preview
  const amount = (minor: number) => toMajor(minor, clinic.currency)
  return {
    ...{ patientId: patient.id, fileNumber: patient.file_number, insurer: preview.insured?.name ?? null },
    patientName: [patient.first_name, patient.last_name].filter(Boolean).join(' '),
    lines: priced.lines.map(line => shownLine(line, clinic)),
    taxes: priced.taxes.map(({ taxPercent, taxableMinor, taxMinor }) => ({
      ...{ taxPercent, taxable: amount(taxableMinor), tax: amount(taxMinor) },
    })),
    ...{ subtotal: amount(priced.subtotalMinor), discount: amount(priced.discountMinor), tax: amount(priced.taxMinor) },
    ...{ pointsDiscount: amount(priced.pointsMinor), total: amount(priced.totalMinor) },
    ...{ insurance: amount(priced.insuranceMinor), due: amount(priced.totalMinor - priced.insuranceMinor) },
    rest: amount(preview.restMinor),
    ...{ credit: amount(Math.max(patient.balance_minor, 0)), points: points.has, pointsMost: points.most },
    pointsWorth: amount(points.most * points.valueMinor),
    ...{ limitPercent: preview.limitPercent, withinLimit: preview.isWithinLimit, linkable: preview.isLinkable },
    billable: preview.billable.map(one => shownBillable(one, clinic)),
    invoices: visit.invoices.map(invoice => ({
      ...{ id: invoice.id, number: invoice.reference_id, state: invoiceState(invoice) },
      ...{ total: amount(invoice.total_minor), pendingPayment: amount(invoice.pending_minor) },
    })),
    ...{ warnings: preview.warnings, hash: preview.hash },
  }
}
