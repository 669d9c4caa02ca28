import { MEASUREMENT_NAMES, type MeasurementName } from '@clinic/contract/encounters.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

export type EncounterRow = TableRow<'encounter'>
export type MeasurementRow = TableRow<'measurement'>

/**
 * The instant of a record that follows another one of its patient. A transaction that waited for the patient's file may
 * have begun before the one that held it, and still comes after: the order of the instants is that in which records were
 * made.
 */
export const instantAfter = (previous: { created_at: string } | undefined, now: string): string =>
  previous === undefined || previous.created_at < now
    ? now
    : new Date(Date.parse(previous.created_at) + 1).toISOString()

/** The name of a row: only these are ever stored. */
export function measurementName({ name }: Pick<MeasurementRow, 'name'>): MeasurementName {
  const known = MEASUREMENT_NAMES.find(one => one === name)
  if (known) return known
  throw new RangeError(`measurement name ${name}`)
}

const measurementsOfAll = sql<MeasurementRow>(`
  select * from measurement where company_id = $1 and encounter_id = any($2) order by encounter_id, created_at, id`)

/** The measurements of each of the encounters, oldest first, read in one statement for all. */
export async function measurementsOf(
  tx: Tx,
  encounters: readonly EncounterRow[],
): Promise<(encounter: EncounterRow) => MeasurementRow[]> {
  const ids = encounters.map(({ id }) => id)
  const rows = ids.length > 0 ? await tx.sql(measurementsOfAll([tx.clinic.id, ids])) : []
  const byEncounter = Map.groupBy(rows, row => row.encounter_id)
  return ({ id }) => byEncounter.get(id) ?? []
}
