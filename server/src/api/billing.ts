import { listExpenses, listIncomes, listTreasuries } from '@clinic/contract/bookkeeping.ts'
import { getInvoice, listInvoices } from '@clinic/contract/invoices.ts'
import { getPayment, listPayments, recordPayment } from '@clinic/contract/payments.ts'
import { recordPayment as takeMoney } from '../domain/billing/record-payment.ts'
import { implement } from '../kernel/implement.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import { presentExpense, presentIncome, presentInvoice, presentPayment, presentTreasury } from '../present/billing.ts'

export const billing = [
  listRecords(listInvoices, 'invoice', presentInvoice),
  getRecord(getInvoice, 'invoice', presentInvoice),
  listRecords(listPayments, 'payment', presentPayment),
  implement(recordPayment, presented(takeMoney, presentPayment)),
  getRecord(getPayment, 'payment', presentPayment),
  listRecords(listExpenses, 'expense', presentExpense),
  listRecords(listIncomes, 'income', presentIncome),
  listRecords(listTreasuries, 'treasury', presentTreasury),
]
