import { MEASUREMENT_NAMES, type MeasurementName } from '@clinic/contract/encounters.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { rowsOfEach } from '../../kernel/rows-of-each.ts'
import type { Tx } from '../../kernel/tx.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

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

const nameOf = wordOf(MEASUREMENT_NAMES)
export const measurementName = ({ name }: Pick<MeasurementRow, 'name'>): MeasurementName => nameOf(name)

const measurementsOfAll = sql<MeasurementRow>(`
  select * from measurement where company_id = $1 and encounter_id = any($2) order by encounter_id, created_at, id`)

/** The measurements of each of the encounters, oldest first, read in one statement for all. */
export const measurementsOf = (tx: Tx, encounters: readonly EncounterRow[]) =>
  rowsOfEach(tx, measurementsOfAll, encounters, row => row.encounter_id)
