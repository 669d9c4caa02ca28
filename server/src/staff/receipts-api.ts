import { printCreditNote, printReceipt } from '@clinic/contract/staff/receipts.ts'
import { readCreditNote } from '../domain/receipts/read-credit-note.ts'
import { readReceipt } from '../domain/receipts/read-receipt.ts'
import { creditNotePaper, receiptPaper } from '../domain/receipts/receipt-paper.ts'
import { implement } from '../kernel/implement.ts'
import { presentCreditNotePaper, presentReceipt } from '../present/receipts.ts'
import type { PatientPages } from './patient-links-api.ts'

/** Receipts and credit notes as they are printed at the desk. */
export const receiptsApi = ({ patientLinkOf }: PatientPages) => [
  implement(printReceipt, async (tx, { id, paper = '80mm', language = 'both' }) => {
    const receipt = await readReceipt(tx, id, patientLinkOf)
    const { patient_id } = receipt.invoice
    const shown = { id, patient_id, link: receipt.link, read_at: tx.now }
    return { data: presentReceipt({ ...shown, html: receiptPaper(receipt, { paper, language }) }, tx.clinic) }
  }),
  implement(printCreditNote, async (tx, { id, paper = '80mm', language = 'both' }) => {
    const read = await readCreditNote(tx, id)
    const { id: invoice_id, patient_id } = read.invoice
    const shown = { id, invoice_id, patient_id, read_at: tx.now }
    return { data: presentCreditNotePaper({ ...shown, html: creditNotePaper(read, { paper, language }) }, tx.clinic) }
  }),
]
