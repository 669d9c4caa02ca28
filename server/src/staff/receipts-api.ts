import { printReceipt } from '@clinic/contract/staff/receipts.ts'
import { readReceipt } from '../domain/receipts/read-receipt.ts'
import { receiptPaper } from '../domain/receipts/receipt-paper.ts'
import { implement } from '../kernel/implement.ts'
import { presentReceipt } from '../present/receipts.ts'
import type { PatientPages } from './patient-links-api.ts'

/** Receipts as they are printed at the desk. */
export const receiptsApi = ({ patientLinkOf }: PatientPages) => [
  implement(printReceipt, async (tx, { id, paper = '80mm', language = 'both' }) => {
    const receipt = await readReceipt(tx, id, patientLinkOf)
    const { patient_id } = receipt.invoice
    const shown = { id, patient_id, link: receipt.link, read_at: tx.now }
    return { data: presentReceipt({ ...shown, html: receiptPaper(receipt, { paper, language }) }, tx.clinic) }
  }),
]
