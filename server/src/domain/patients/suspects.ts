import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { alikeWith, COMPARED_COLUMNS, type ComparedPatient, reasonsOf, type SuspectReason } from './duplicates.ts'
import { inSightOf, patientsInSight } from './patient-sight.ts'
import { TOLD_COLUMNS, type ToldPatient } from './told-patient.ts'

export type SuspectRow = TableRow<'patient_suspect'>
interface Pair {
  ids: readonly [string, string]
  reasons: SuspectReason[]
}

const add = sql<{ id: string }>(`
  insert into patient_suspect (company_id, id, created_at, updated_at, patient_id, other_id, reasons)
  select $1, one.id, $2, $2, one.patient_id, one.other_id, string_to_array(one.reasons, ' ')
  from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as one (id, patient_id, other_id, reasons)
  on conflict (company_id, patient_id, other_id) do nothing returning id`)

/** Notes that two files each may be of one person; what was settled of two stays so. Answers how many are new. */
export async function suspect(tx: Tx, pairs: readonly Pair[]): Promise<number> {
  if (pairs.length === 0) return 0
  const sorted = new Map(pairs.map(({ ids, reasons }) => [ids.toSorted().join(' '), reasons]))
  const keys = [...sorted.keys()].map(key => key.split(' '))
  const made = await tx.sql(
    add([
      tx.clinic.id,
      tx.now,
      keys.map(() => newId('sus', Date.parse(tx.now))),
      keys.map(([first]) => first),
      keys.map(([, second]) => second),
      [...sorted.values()].map(reasons => reasons.join(' ')),
    ]),
  )
  return made.length
}

/** How many files are looked at in one go. */
const BATCH = 200

type ChangedPatient = ComparedPatient & { updated_at: string }
const changed = sql<ChangedPatient>(`
  select ${COMPARED_COLUMNS}, t.updated_at from patient t
  where t.company_id = $1 and t.deleted_at is null and (t.updated_at, t.id) > ($2::timestamptz, $3)
    and t.updated_at < current_setting('app.horizon')::timestamptz
  order by t.updated_at, t.id limit ${BATCH}`)
const searched = sql<{ searched_to: string; searched_id: string }>(
  'select searched_to, searched_id from suspect_search where company_id = $1',
)
const goOn = sql(`
  insert into suspect_search (company_id, searched_to, searched_id) values ($1, $2, $3)
  on conflict (company_id) do update set searched_to = excluded.searched_to, searched_id = excluded.searched_id`)

/** Looks for suspects of the files that were changed since the last time, some at a time. Answers how many it looked at. */
export async function findSuspects(tx: Tx): Promise<number> {
  const [from] = await tx.sql(searched([tx.clinic.id]))
  const files = await tx.delta(changed([tx.clinic.id, from?.searched_to ?? '-infinity', from?.searched_id ?? '']))
  const last = files.at(-1)
  if (!last) return 0
  const others = await alikeWith(tx, files)
  await suspect(tx, pairsOf(files, others))
  await tx.sql(goOn([tx.clinic.id, last.updated_at, last.id]))
  return files.length
}

function pairsOf(files: readonly ComparedPatient[], others: readonly ComparedPatient[]): Pair[] {
  const keysOf = ({ national_id_mac, phone_number, name_text }: ComparedPatient) =>
    [national_id_mac, phone_number, name_text].filter(key => key !== null && key !== '')
  const byKey = Map.groupBy(
    others.flatMap(other => keysOf(other).map(key => ({ key, other }))),
    ({ key }) => key,
  )
  return files.flatMap(file =>
    keysOf(file)
      .flatMap(key => byKey.get(key) ?? [])
      .flatMap(({ other }): Pair[] => {
        const reasons = other.id === file.id ? [] : reasonsOf(file, other)
        return reasons.length > 0 ? [{ ids: [file.id, other.id], reasons }] : []
      }),
  )
}

export interface ListedSuspect {
  id: string
  created_at: string
  reasons: string[]
  patient_id: string
  other_id: string
}

const ofOpen = (column: string) => `exists (
  select from patient as t0 where t0.company_id = t.company_id and t0.id = t.${column} and t0.deleted_at is null)`

/** The files that may be of one person, of which nothing was decided yet. */
export const suspects = listSource<ListedSuspect>({
  name: 'listPatientSuspects',
  from: 'patient_suspect t',
  columns: 't.id, t.created_at, t.reasons, t.patient_id, t.other_id',
  where: `t.state = 'OPEN' and ${ofOpen('patient_id')} and ${ofOpen('other_id')}`,
})

const files = sql<ToldPatient>(`
  select ${TOLD_COLUMNS} from patient t where t.company_id = $1 and t.id = any($2) and t.deleted_at is null
    and ($3::text[] is null or ${inSightOf('$3')})`)

/** The files that rows of the list name, by their ids: those in sight. */
export async function filesOfSuspects(tx: Tx, rows: readonly ListedSuspect[]): Promise<Map<string, ToldPatient>> {
  const ids = rows.flatMap(({ patient_id, other_id }) => [patient_id, other_id])
  return new Map((await tx.sql(files([tx.clinic.id, ids, branchesOf(tx)]))).map(file => [file.id, file]))
}

/** Says that two files are of two persons: they are not suspected again. */
export async function dismissSuspect(tx: Tx, { id }: { id: string }): Promise<SuspectRow> {
  const before = await tx.lock('patient_suspect', id)
  const [branches, ids] = [branchesOf(tx), [before.patient_id, before.other_id]]
  if (branches && (await tx.sql(patientsInSight([tx.clinic.id, ids, branches]))).length < 2)
    refuse('not_found', { resource: 'patient_suspect' })
  if (before.state !== 'OPEN') refuse('invalid_state_transition', { from: before.state, to: 'DISMISSED' })
  return tx.update('patient_suspect', id, { state: 'DISMISSED', settled_by: `${tx.caller.kind} ${tx.caller.id}` })
}
