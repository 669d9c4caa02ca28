import type { Input } from '@clinic/contract/kernel.ts'
import type { putPatientRelation, RELATION_KINDS } from '@clinic/contract/staff/patient-relations.ts'
import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PatientRow } from './patient-file.ts'
import { inSightOf } from './patient-sight.ts'
import { TOLD_COLUMNS, type ToldPatient } from './told-patient.ts'

export type RelationKindName = (typeof RELATION_KINDS)[number]
/** Another patient, and what they are to the one who was asked about. */
export type RelatedPatient = ToldPatient & { kind: string }

/** What one is to the other where the other is this to them. */
const MIRRORED: Readonly<Record<RelationKindName, RelationKindName>> = {
  GUARDIAN: 'WARD',
  WARD: 'GUARDIAN',
  PARENT: 'CHILD',
  CHILD: 'PARENT',
  SPOUSE: 'SPOUSE',
  SIBLING: 'SIBLING',
  OTHER: 'OTHER',
}

const related = sql<RelatedPatient>(`
  select ${TOLD_COLUMNS}, relation.kind from patient_relation as relation
  join patient t on t.company_id = $1 and t.id = relation.related_id and t.deleted_at is null
  where relation.company_id = $1 and relation.patient_id = $2 and ($3::text[] is null or ${inSightOf('$3')})
  order by relation.kind <> 'GUARDIAN', relation.created_at, relation.related_id limit 100`)

/** Whom a patient belongs to, as far as the caller sees them: guardians first. */
export const relationsOf = (tx: Tx, patientId: string): Promise<RelatedPatient[]> =>
  tx.sql(related([tx.clinic.id, patientId, branchesOf(tx)]))

const kinds = sql<{ patient_id: string; related_id: string; kind: string }>(`
  select patient_id, related_id, kind from patient_relation
  where company_id = $1 and patient_id = any($2) order by created_at, related_id`)
const put = sql(`
  insert into patient_relation (company_id, patient_id, related_id, kind, created_at)
  values ($1, $2, $3, $4, $6), ($1, $3, $2, $5, $6)
  on conflict (company_id, patient_id, related_id) do update set kind = excluded.kind`)
const end = sql(`
  delete from patient_relation
  where company_id = $1 and ((patient_id = $2 and related_id = $3) or (patient_id = $3 and related_id = $2))`)

/** Says in both files what two patients are to each other, or that they are nothing. */
export async function relate(
  tx: Tx,
  { id, relatedId, kind }: { id: string; relatedId: string; kind: RelationKindName | null },
): Promise<void> {
  const values = [tx.clinic.id, id, relatedId]
  await tx.sql(kind === null ? end(values) : put([...values, kind, MIRRORED[kind], tx.now]))
}

/** The relations of each of two patients, by the other's id. */
async function stated(tx: Tx, ids: readonly string[]): Promise<(id: string) => [string, string][]> {
  const rows = await tx.sql(kinds([tx.clinic.id, ids]))
  return id =>
    rows.flatMap(row => (row.patient_id === id ? [[row.related_id, row.kind] satisfies [string, string]] : []))
}

/** The same for a member of staff, kept in both files as a change of them. Answers the file. */
export async function putRelation(tx: Tx, input: Input<typeof putPatientRelation>): Promise<PatientRow> {
  const { id, relatedId } = input
  if (id === relatedId) refuseInput({ path: '/relatedId', code: 'same', message: 'must be another patient' })
  const [file, other] = [await lockShown(tx, id), await lockShown(tx, relatedId)]
  const before = await stated(tx, [id, relatedId])
  await relate(tx, input)
  const after = await stated(tx, [id, relatedId])
  const changed = (row: PatientRow) => {
    const [from, to] = [before(row.id), after(row.id)]
    if (JSON.stringify(from) === JSON.stringify(to)) return row
    return changeRecord(tx, 'patient', row, {}, { relations: [from, to] })
  }
  await changed(other)
  return changed(file)
}

const inSight = sql(`
  select id from patient t where t.company_id = $1 and t.id = $2 and t.deleted_at is null
    and ($3::text[] is null or ${inSightOf('$3')})`)

/** A file that is there for the member who asks, locked. */
async function lockShown(tx: Tx, id: string): Promise<PatientRow> {
  const [seen] = await tx.sql(inSight([tx.clinic.id, id, branchesOf(tx)]))
  if (!seen) refuse('not_found', { resource: 'patient' })
  return tx.lock('patient', id)
}
