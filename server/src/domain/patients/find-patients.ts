import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { searchPattern } from './patient-search.ts'

/** How a list is narrowed to the patients that a search means; one of them is set. */
export interface Found {
  /** Their ids, where they are few. */
  ids?: string[]
  /** A pattern of their search text, where they are many or where the list must also hold those yet to come. */
  pattern?: string
  /** A file number, the clinic's own or ours. */
  fileNumber?: string
}

/** Up to here the ids are read and sorted; above, so many match that whoever walks the list soon has a page of them. */
const FEW = 1000

const patientsLike = sql('select array(select patients_like($1, $2)) as ids')

/**
 * What a search term of a patient list means to this caller. Without patients:read.pii it matches file numbers alone, so
 * that it is no oracle for names, phones or ids (contract section 4). A delta reader gets the pattern: ids read before its
 * page could lack a patient that the page itself already passes over.
 */
export async function findPatients(tx: Tx, term: string | undefined, delta: boolean): Promise<Found> {
  if (term === undefined) return {}
  if (!tx.caller.holds('patients:read.pii')) return { fileNumber: term.trim() }
  const pattern = searchPattern(term, tx.clinic.country)
  if (delta) return { pattern }
  const [found] = await tx.sql<{ ids: string[] }>(patientsLike([pattern, FEW + 1]))
  const ids = found?.ids ?? []
  return ids.length > FEW ? { pattern } : { ids }
}
