import { isRecord } from '@clinic/contract/json-schema.ts'
import { sql } from '../../db/statement.ts'
import type { Json } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { fieldOf } from '../../kernel/values/spelling.ts'
import { nationalIdOf } from './national-id.ts'

/** What a field of a record was before a change, and is since. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

const SEALED = 'national_id_sealed'

const opened = (tx: Tx, value: unknown) =>
  typeof value === 'string'
    ? nationalIdOf(tx, { national_id: null, national_id_sealed: Buffer.from(value, 'base64') })
    : null

const AMOUNT = '_minor'
const majorOf = ({ clinic }: Tx, value: unknown) => (typeof value === 'number' ? toMajor(value, clinic.currency) : null)

/** What was kept of a change, by fields; what is sealed is opened, and amounts are in the currency of the clinic. */
export const toldChanges = (tx: Tx, changes: Json): FieldChange[] =>
  Object.entries(isRecord(changes) ? changes : {}).map(([column, pair]) => {
    const [from, to]: unknown[] = Array.isArray(pair) ? pair : []
    if (column.endsWith(AMOUNT))
      return { field: fieldOf(column.slice(0, -AMOUNT.length)), from: majorOf(tx, from), to: majorOf(tx, to) }
    const field = fieldOf(column)
    return column === SEALED ? { field, from: opened(tx, from), to: opened(tx, to) } : { field, from, to }
  })

export interface RecordChange {
  record_id: string
  version: number
  caller: string
  at: string
  changes: Json
}

const COLUMNS = 'record_id, version, caller, at, changes'
const since = sql<RecordChange>(`
  select ${COLUMNS} from record_change where company_id = $1 and record_id = $2 and version > $3 order by version`)
const last = sql<RecordChange>(`
  select ${COLUMNS} from record_change where company_id = $1 and record_id = $2 order by version desc limit $3`)
const ofPatient = sql<RecordChange>(`
  select ${COLUMNS} from record_change where company_id = $1 and patient_id = $2 order by at, record_id, version`)

/** What became of a record since a version of it, oldest change first. */
export const changesSince = (tx: Tx, recordId: string, version: number): Promise<RecordChange[]> =>
  tx.sql(since([tx.clinic.id, recordId, version]))

/** The last changes of a record, newest first. */
export const changesOf = (tx: Tx, recordId: string, most: number): Promise<RecordChange[]> =>
  tx.sql(last([tx.clinic.id, recordId, most]))

/** What was changed of a patient's file and of what is about them. */
export const changesOfPatient = (tx: Tx, patientId: string): Promise<RecordChange[]> =>
  tx.sql(ofPatient([tx.clinic.id, patientId]))
