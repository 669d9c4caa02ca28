import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { auditKeyOf } from './audit-id.ts'

/** A record as it is shown. */
export interface AuditRow {
  id: string
  created_at: string
  request_id: string
  caller: string
  token_id: string | null
  operation: string
  resource_ids: string[]
  patient_ids: string[]
  field_scopes: string[]
  address: string | null
  changed_fields: string[] | null
  search_fields: string[] | null
  result_count: number | null
  code: string | null
  times: number
  refused: boolean
}

const COLUMNS = `t.id::text as id, t.created_at, t.request_id, t.caller, t.token_id, t.operation, t.resource_ids, t.patient_ids,
  t.field_scopes, t.address, t.changed_fields, t.search_fields, t.result_count, t.code, t.times, t.refused`
const FIELDS = `one.company_id, one.recorded_at as created_at, one.id, one.request_id, one.caller, one.token_id, one.operation,
  one.resource_ids, one.patient_ids, one.field_scopes, one.address, one.changed_fields, one.search_fields,
  one.result_count, one.code, one.times,
  one.code is not null or coalesce(one.details ->> 'outcome', 'ok') <> 'ok' as refused`

/**
 * The records that are not sealed, of which nothing says yet whom they are about. They are few, which the planner believes
 * of a span with two ends alone.
 */
export const UNSEALED = `recorded_at <= now() + interval '1 hour' and recorded_at >= (select coalesce((
  select sealed_to from audit_head where company_id = current_setting('app.company', true) order by number desc limit 1),
  '-infinity'))`

const filters = {
  caller: (value: string) => `t.caller = ${value}`,
  operation: (value: string) => `t.operation = ${value}`,
  kind: (value: string) => `(t.changed_fields is null) = (${value} = 'READ')`,
  outcome: (value: string) => `t.refused = (${value} = 'REFUSED')`,
  requestId: (value: string) => `t.request_id = ${value}`,
}

/** What was done in the clinic. */
export const auditRecords = listSource<AuditRow>({
  name: 'listAuditRecords',
  from: `(select ${FIELDS} from audit_record as one) as t`,
  columns: COLUMNS,
  filters,
})

/** The same of one patient: no index leads there, so what is sealed says when to look and what is not is read through. */
export const auditRecordsOfPatient = listSource<AuditRow>({
  name: 'listAuditRecords of a patient',
  from: `(
    select known.patient_id, found.* from audit_of_patient as known cross join lateral (
      select ${FIELDS} from audit_record as one
      where one.company_id = known.company_id and one.caller = known.caller
        and one.recorded_at between known.first_at and known.last_at and known.patient_id = any (one.patient_ids)
      offset 0) as found
    union all
    select patient_id, ${FIELDS} from audit_record as one cross join unnest(one.patient_ids) as patient_id
    where ${UNSEALED}) as t`,
  columns: COLUMNS,
  filters: { ...filters, patientId: value => `t.patient_id = ${value}` },
})

const withKey = sql<AuditRow>(`
  select ${COLUMNS} from (select ${FIELDS} from audit_record as one) as t
  where t.company_id = $1 and t.created_at = $2 and t.id = $3`)

/** The clinic's record with this id, or 404. */
export async function findAuditRecord(tx: Tx, id: string): Promise<AuditRow> {
  const key = auditKeyOf(id)
  const [row] = key ? await tx.sql(withKey([tx.clinic.id, key.recordedAt, key.id])) : []
  return row ?? refuse('not_found', { resource: 'auditRecord' })
}

const KINDS: Readonly<Record<string, string>> = { ins: 'installation', usr: 'staff', ogr: 'assistant' }

/** As records name who acts: by kind, which the id begins with, and id. */
export const callerOfActor = (id: string): string => `${KINDS[id.slice(0, 3)] ?? 'system'} ${id}`
