import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { creditNotesOf, notedLines } from '../billing/credit-notes.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { creditNoteQr } from '../einvoices/invoice-qr.ts'
import { type CreditNotePaper, creditNoteFigures } from './credit-note-figures.ts'
import { partiesOf } from './paper-parties.ts'

/** A credit note with the invoice that it corrects, as its paper tells of it. */
export async function readCreditNote(tx: Tx, id: string): Promise<CreditNotePaper> {
  const { invoice_id } = await tx.get('credit_note', id)
  const invoice = await tx.get('invoice', invoice_id)
  const [notes, lines, noted, parties] = await Promise.all([
    creditNotesOf(tx, invoice_id),
    storedLines(tx, invoice_id),
    notedLines(tx, invoice_id),
    partiesOf(tx, invoice),
  ])
  const note = notes.find(one => one.id === id) ?? refuse('not_found', { resource: 'credit_note' })
  const qr = await creditNoteQr(tx, invoice, note, parties.registration)
  return {
    ...{ ...parties, invoice, note },
    figures: creditNoteFigures({ invoice, note, lines, noted }),
    code: qr === undefined ? undefined : { kind: 'tax', text: qr },
  }
}
