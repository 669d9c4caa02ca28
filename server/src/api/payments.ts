import type { Static } from '@clinic/contract/kernel.ts'
import { getPayment, listPayments, type Payment, recordPayment } from '@clinic/contract/payments.ts'
import { type PaymentRow, paymentType } from '../domain/billing/payment-row.ts'
import { recordPayment as takeMoney } from '../domain/billing/record-payment.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const present =
  ({ clinic: { currency } }: Tx) =>
  (row: PaymentRow): Static<typeof Payment> => ({
    object: 'payment',
    id: row.id,
    type: paymentType(row.type),
    amount: toMajor(row.amount_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    balance: toMajor(row.balance_minor, currency),
    claimed: row.claimed_at !== null,
    claimedAt: row.claimed_at,
    refunded: row.refunded_at !== null,
    refundedAt: row.refunded_at,
    chart: row.chart,
    invoiceId: row.invoice_id,
    patientId: row.patient_id,
    branchId: row.branch_id,
    doctorId: row.doctor_id,
    appointmentId: row.appointment_id,
    insuranceCompanyId: row.insurance_company_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const source = listSource<PaymentRow>({
  name: 'listPayments',
  from: 'payment t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const payments = [
  implement(listPayments, (tx, query) => page(tx, source, query, present(tx))),
  implement(recordPayment, async (tx, input) => ({ data: present(tx)(await takeMoney(tx, input)) })),
  implement(getPayment, async (tx, { id }) => ({ data: present(tx)(await tx.get('payment', id)) })),
]
