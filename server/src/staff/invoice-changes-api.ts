import * as declared from '@clinic/contract/staff/invoice-changes.ts'
import { changeBill, draftBill, previewBill } from '../domain/checkout/change-bill.ts'
import { implement } from '../kernel/implement.ts'
import { presentInvoiceChange } from '../present/invoice-changes.ts'
import { billIn } from './bill-in.ts'
import { invoice } from './invoices-api.ts'

/** Writing an invoice before it is handed over, and correcting one. */
export const invoiceChangesApi = [
  implement(declared.createDraft, async (tx, input) => {
    const { lines = [], ...bill } = billIn(tx, input)
    const { id } = await draftBill(tx, { ...bill, lines })
    return invoice(tx, id)
  }),
  implement(declared.previewInvoiceChange, async (tx, input) => ({
    data: presentInvoiceChange(await previewBill(tx, billIn(tx, input)), tx.clinic),
  })),
  implement(declared.changeDraft, async (tx, { hash, ...input }) => {
    const told = async () => (await invoice(tx, input.id)).data
    await changeBill(tx, billIn(tx, input), { hash, told })
    return invoice(tx, input.id)
  }),
]
