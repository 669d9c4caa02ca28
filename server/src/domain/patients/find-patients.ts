import { type Found, textSearch } from '../../kernel/text-search.ts'
import type { Tx } from '../../kernel/tx.ts'
import { searchPattern } from './patient-search.ts'

/** How a list is narrowed to the patients that a search means; one of them is set. */
export interface FoundPatients extends Found {
  /** A file number, the clinic's own or ours. */
  fileNumber?: string
}

export const patientSearch = textSearch('patients_like')

/**
 * What a search term of a patient list means to this caller. Without patients:read.pii it matches file numbers alone, so
 * that it is no oracle for names, phones or ids (contract section 4).
 */
export async function findPatients(tx: Tx, term: string | undefined, delta: boolean): Promise<FoundPatients> {
  if (term === undefined) return {}
  if (!tx.caller.holds('patients:read.pii')) return { fileNumber: term.trim() }
  return patientSearch.find(tx, searchPattern(term, tx.clinic.country), delta)
}
