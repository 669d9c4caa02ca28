import { refuse } from './errors.ts'

/** What the database is called among cells where control is. */
export const CONTROL = 'control'

/** Which cell something is in; null where control is. */
interface InCell {
  cell: string | null
}

/** Refuses a request for what another cell serves: it is sent again there, as it is. */
export const refuseMisdirected = (cell: string): never => refuse('misdirected_request', { cell })

/** Where a clinic lives, if that is not here. */
export const elsewhere = (here: InCell, { cell }: InCell): string | null =>
  cell === here.cell ? null : (cell ?? CONTROL)

/** Refuses what is about a clinic that lives elsewhere, to who may know of it. */
export function requireHere(here: InCell, clinic: InCell): void {
  const cell = elsewhere(here, clinic)
  if (cell !== null) refuseMisdirected(cell)
}
