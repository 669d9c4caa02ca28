import type { InvoiceRow } from '../../../src/domain/billing/invoice-row.ts'
import { createInvoice, type NewInvoice } from '../../../src/domain/invoicing/create-invoice.ts'
import { toMinor } from '../../../src/kernel/values/money.ts'
import type { Practice, TestApp } from '../app/harness.ts'

/** An invoice of the practice's patient over one line without tax, priced in the major unit, unless `wishes` say otherwise. */
export const issueInvoice = (
  app: TestApp,
  { clinic, branch, doctor, patient }: Practice,
  price: number,
  wishes: Partial<NewInvoice> = {},
): Promise<InvoiceRow> =>
  app.write(clinic, tx =>
    createInvoice(tx, {
      patientId: patient.id,
      branchId: branch.id,
      doctorId: doctor.id,
      lines: [{ name: 'Treatment', unitMinor: toMinor(price, clinic.currency), taxPercent: 0 }],
      ...wishes,
    }),
  )

/** Every way in which the money of a clinic does not add up; none is what it must be. */
export async function moneyMismatches(app: TestApp, companyId: string): Promise<unknown[]> {
  const rows = await Promise.all(SUMS.map(text => app.sql(text, [companyId])))
  return rows.flat()
}

const LIVE = 'p.company_id = $1 and p.refunded_at is null'

const SUMS = [
  // What each invoice shows, and what its payments come to.
  `select i.id as invoice, i.total_minor, i.paid_minor, i.pending_minor, i.insurance_minor, coalesce(p.applied, 0) as applied
   from invoice i
   left join (select invoice_id, sum(p.applied_minor) as applied from payment p where ${LIVE} group by 1) p on p.invoice_id = i.id
   where i.company_id = $1
     and (i.total_minor <> i.paid_minor + i.pending_minor + i.insurance_minor or i.paid_minor <> coalesce(p.applied, 0))`,
  // Patients' totals against the sums that they are.
  `select t.id as patient, t.invoiced_minor, t.paid_minor, t.balance_minor, i.invoiced, i.paid, p.balance
   from patient t,
     lateral (select coalesce(sum(total_minor), 0) as invoiced, coalesce(sum(paid_minor), 0) as paid
              from invoice where company_id = $1 and patient_id = t.id) i,
     lateral (select coalesce(sum(p.balance_minor), 0) as balance from payment p where ${LIVE} and p.patient_id = t.id) p
   where t.company_id = $1
     and (t.invoiced_minor, t.paid_minor, t.balance_minor) is distinct from (i.invoiced, i.paid, p.balance)`,
  // Each payment that moved money is in the books once, and out of them again if it was refunded.
  `select p.id as payment, p.amount_minor, p.refunded_at, coalesce(b.booked, 0) as booked, coalesce(b.entries, 0) as entries
   from payment p
   left join (select payment_id, sum(amount_minor) as booked, count(*) as entries from income where company_id = $1 group by 1) b
     on b.payment_id = p.id
   where p.company_id = $1 and (coalesce(b.booked, 0), coalesce(b.entries, 0)) is distinct from
     case when p.type = 'BALANCE' then (0::numeric, 0::bigint)
       when p.refunded_at is null then (p.amount_minor::numeric, 1::bigint)
       else (0::numeric, 2::bigint) end`,
  // No link that can be paid asks for more than is left.
  `select t.id as link, t.amount_minor, i.pending_minor from online_payment t
   join invoice i on i.company_id = t.company_id and i.id = t.invoice_id
   where t.company_id = $1 and t.closed_at is null and t.status in ('CREATED', 'PENDING', 'FAILED')
     and t.amount_minor > i.pending_minor`,
]
