import type { LineValues } from '../domain/billing/invoice-lines.ts'
import { asCounted } from '../domain/billing/invoice-lines.ts'
import { invoiceTotals } from '../domain/billing/invoice-totals.ts'
import { patientTaxPercent } from '../domain/billing/patient-tax.ts'
import { invoiceAmounts } from '../domain/invoicing/invoice-amounts.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { percentOf } from '../kernel/values/money.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { iso } from './clock.ts'
import type { DemoContext } from './context.ts'

/** So much of what took place was billed on an invoice of its own; the rest belongs to treatments that are billed together. */
const BILLED = 0.305
const INSURER_BEARS = 0.6

type Visit = Readonly<RowsOf<'appointment'>[number]>
type Patient = Readonly<RowsOf<'patient'>[number]>
type Procedure = Readonly<RowsOf<'procedure'>[number]>

export type InvoiceDraft = Omit<RowsOf<'invoice'>[number], 'paid_minor' | 'updated_at'> & { at: number }
export interface DraftWithLines {
  invoice: InvoiceDraft
  lines: RowsOf<'invoice_line'>
}

/** What each doctor does, as the price list has it. */
function repertoires({ plan, made, id }: DemoContext): ReadonlyMap<string, readonly Procedure[]> {
  const ofGroups = (keys: readonly string[]) => {
    const groups = new Set<string | null>(keys.map(key => id('procedure_group', key)))
    return made('procedure').filter(({ group_id }) => groups.has(group_id ?? null))
  }
  return new Map(plan.staff.map(({ key, treats = [] }) => [id('practitioner', key), ofGroups(treats)]))
}

function lineOf(
  context: DemoContext,
  procedure: Procedure,
  index: number,
  patient: Patient,
  isInsured: boolean,
): LineValues {
  const { random, plan } = context
  const { nationality = null, national_id = null } = patient
  const taxed = { nationality, national_id, national_id_sealed: null }
  const line = {
    sort_order: index,
    procedure_id: procedure.id,
    treatment_id: null,
    name: procedure.name,
    code: procedure.code ?? null,
    quantity: random.weighted([
      [1, 8],
      [2, 1],
    ] as const),
    unit_minor: Number(procedure.price_minor),
    discount_minor: null,
    discount_percent: random.chance(0.12) ? random.pick([5, 10, 15]) : null,
    tax_percent: patientTaxPercent(plan.facts, taxed),
  }
  const { totalMinor } = invoiceTotals({ lines: [asCounted(line)] })
  const share = isInsured && procedure.covered ? percentOf(totalMinor, Number(patient.insurance_percentage)) : 0
  return { ...line, insurance_minor: share }
}

function draftOf(
  context: DemoContext,
  visit: Visit,
  patient: Patient,
  procedures: readonly Procedure[],
): DraftWithLines {
  const { random, id, now } = context
  const isInsured = patient.insurance_company_id != null && random.chance(INSURER_BEARS)
  const count = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ] as const)
  const chosen = [...new Set(Array.from({ length: count }, () => random.pick(procedures)))]
  const lines = chosen.map((procedure, index) => lineOf(context, procedure, index, patient, isInsured))
  const discountPercent = random.chance(0.05) ? 10 : null
  const at = Math.min(Date.parse(visit.ends_at) + random.integer(0, 12) * MINUTE_MS, now)
  const invoiceId = id('invoice', visit.id)
  return {
    invoice: {
      at,
      ...invoiceAmounts(lines, { discountPercent }),
      id: invoiceId,
      reference_id: 0,
      branch_id: visit.branch_id,
      patient_id: patient.id,
      doctor_id: visit.doctor_id,
      appointment_id: visit.id,
      created_from_appointment_id: visit.id,
      insurance_company_id: isInsured ? (patient.insurance_company_id ?? null) : null,
      chart: chosen[0]?.chart ?? null,
      balance_invoice: false,
      released_at: iso(at),
      created_at: iso(at),
    },
    lines: lines.map(line => ({ ...line, id: id('invoice_line', visit.id, line.sort_order), invoice_id: invoiceId })),
  }
}

/** Invoices of visits that took place, oldest first and numbered in that order. */
export function invoiceDrafts(context: DemoContext): DraftWithLines[] {
  const { made, random } = context
  const patients = new Map(made('patient').map(patient => [patient.id, patient]))
  const byDoctor = repertoires(context)
  const drafts = made('appointment').flatMap(visit => {
    const patient = patients.get(visit.patient_id ?? '')
    const procedures = byDoctor.get(visit.doctor_id) ?? []
    if (visit.status !== 'COMPLETED' || !patient || procedures.length === 0 || !random.chance(BILLED)) return []
    return [draftOf(context, visit, patient, procedures)]
  })
  return drafts
    .toSorted((one, other) => one.invoice.at - other.invoice.at)
    .map(({ invoice, lines }, index) => ({ invoice: { ...invoice, reference_id: 1001 + index }, lines }))
}
