import { getPayment, listPayments, recordPayment } from '@clinic/contract/payments.ts'
import type { PaymentRow } from '../domain/billing/payment-row.ts'
import { recordPayment as takeMoney } from '../domain/billing/record-payment.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentPayment } from '../present/payment.ts'

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
  implement(listPayments, (tx, query) => page(tx, source, query, presentPayment(tx.clinic))),
  implement(recordPayment, async (tx, input) => ({ data: presentPayment(tx.clinic)(await takeMoney(tx, input)) })),
  implement(getPayment, async (tx, { id }) => ({ data: presentPayment(tx.clinic)(await tx.get('payment', id)) })),
]
