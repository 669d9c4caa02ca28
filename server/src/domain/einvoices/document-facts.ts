import { randomUUID } from 'node:crypto'
import type { Tx } from '../../kernel/tx.ts'
import { notedLines } from '../billing/credit-notes.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { storedLines } from '../billing/stored-lines.ts'
import { nationalIdOf } from '../patients/national-id.ts'
import { clinicRow, registrationOf } from './registration.ts'
import { creditNoteFacts, ublFacts } from './ubl-facts.ts'
import type { UblFacts } from './ubl-invoice.ts'

export type ChainPlace = Pick<UblFacts, 'icv' | 'previousHash'>

/** What the tax authority is told of an invoice, or of one of its credit notes, as they are now. */
export async function documentFacts(
  tx: Tx,
  invoice: InvoiceRow,
  creditNoteId: string | null,
): Promise<Omit<UblFacts, keyof ChainPlace>> {
  const registration = registrationOf(await clinicRow(tx))
  if (!registration) throw new Error('The clinic is not registered for VAT any more.')
  const branch = await tx.get('branch', invoice.branch_id)
  const { first_name, last_name, nationality, ...stored } = await tx.get('patient', invoice.patient_id)
  const patient = { first_name, last_name, nationality, national_id: nationalIdOf(tx, stored) }
  const lines = await storedLines(tx, invoice.id)
  const parts = { clinic: tx.clinic, registration, branch, patient, invoice, lines }
  if (creditNoteId === null) return ublFacts(parts, randomUUID())
  const note = await tx.get('credit_note', creditNoteId)
  const noted = await notedLines(tx, invoice.id)
  const earlier = noted.filter(({ note_number }) => note_number < note.reference_id)
  const credited = noted.filter(({ credit_note_id }) => credit_note_id === note.id)
  return creditNoteFacts(parts, { note, lines, earlier, credited }, randomUUID())
}
