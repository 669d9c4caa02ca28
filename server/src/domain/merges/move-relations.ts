import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Move } from './move-rows.ts'

/** What the absorbed patient was to others, and whether the kept one was something to them already. */
const list = sql(`
  insert into patient_merge_item (company_id, merge_id, table_name, record_id, was)
  select $1, $4, 'patient_relation', t.related_id, jsonb_build_object('kind', t.kind, 'other', back.kind,
    'created_at', t.created_at, 'added', t.related_id <> $3 and not exists (
      select from patient_relation as kept
      where kept.company_id = $1 and kept.patient_id = $3 and kept.related_id = t.related_id))
  from patient_relation as t join patient_relation as back
    on back.company_id = $1 and back.patient_id = t.related_id and back.related_id = t.patient_id
  where t.company_id = $1 and t.patient_id = $2`)
const end = sql('delete from patient_relation where company_id = $1 and $2 in (patient_id, related_id)')
const ITEMS = `from patient_merge_item as item
  where item.company_id = $1 and item.merge_id = $3 and item.table_name = 'patient_relation'`
const put = (condition: string) =>
  sql(`
  insert into patient_relation (company_id, patient_id, related_id, kind, created_at)
  select $1, $2, item.record_id, item.was ->> 'kind', (item.was ->> 'created_at')::timestamptz ${ITEMS} ${condition}
  union all
  select $1, item.record_id, $2, item.was ->> 'other', (item.was ->> 'created_at')::timestamptz ${ITEMS} ${condition}
  on conflict (company_id, patient_id, related_id) do nothing`)
const [putAdded, putAll] = [put("and (item.was ->> 'added')::boolean"), put('')]
const endAdded = sql(`
  delete from patient_relation as t using patient_merge_item as item
  where item.company_id = $1 and item.merge_id = $3 and item.table_name = 'patient_relation'
    and (item.was ->> 'added')::boolean and t.company_id = $1
    and ((t.patient_id = $2 and t.related_id = item.record_id and t.kind = item.was ->> 'kind')
      or (t.patient_id = item.record_id and t.related_id = $2 and t.kind = item.was ->> 'other'))`)

const listSuspects = sql(`
  insert into patient_merge_item (company_id, merge_id, table_name, record_id)
  select $1, $3, 'patient_suspect', id from patient_suspect
  where company_id = $1 and state = 'OPEN' and $2 in (patient_id, other_id)`)
const setSuspects = sql(`
  update patient_suspect as t set state = $3, updated_at = $4 from patient_merge_item as item
  where item.company_id = $1 and item.merge_id = $2 and item.table_name = 'patient_suspect'
    and t.company_id = $1 and t.id = item.record_id`)

/** Says of the kept patient what was said of the other; what is said already stays. Suspects of the other are settled. */
export async function relationsForth(tx: Tx, { mergeId, from, to }: Move): Promise<void> {
  await tx.sql(list([tx.clinic.id, from, to, mergeId]))
  await tx.sql(end([tx.clinic.id, from]))
  await tx.sql(putAdded([tx.clinic.id, to, mergeId]))
  await tx.sql(listSuspects([tx.clinic.id, from, mergeId]))
  await tx.sql(setSuspects([tx.clinic.id, mergeId, 'MERGED', tx.now]))
}

/** Takes back what was said of the kept patient by the merge, unless it was changed, and says it of the other again. */
export async function relationsBack(tx: Tx, { mergeId, from, to }: Move): Promise<void> {
  await tx.sql(endAdded([tx.clinic.id, from, mergeId]))
  await tx.sql(putAll([tx.clinic.id, to, mergeId]))
  await tx.sql(setSuspects([tx.clinic.id, mergeId, 'OPEN', tx.now]))
}
