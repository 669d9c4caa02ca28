import { isFieldRight, PERMITTED } from '@clinic/contract/field-rights.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import type { VersionedRecord, VersionedResource } from '@clinic/contract/versions.ts'
import { type Build, sql } from '../db/statement.ts'
import { actorsOf } from '../domain/audit/audit-actors.ts'
import { changesSince, type FieldChange, type RecordChange, toldChanges } from '../domain/patients/record-changes.ts'
import type { Surface } from '../http/surface.ts'
import { refuse } from '../kernel/errors.ts'
import { changedId, isOnce } from '../kernel/record-change.ts'
import type { Tx } from '../kernel/tx.ts'

type Input = Readonly<Record<string, unknown>>

/** The version of a record, which stays as it is until the transaction ends. */
const held = (table: VersionedRecord): Build<{ version: number }> =>
  sql<{ version: number }>(`select version from ${table} where company_id = $1 and id = $2 for update`)
/** The same of what every booking refers to, which goes on meanwhile. */
const heldOpen = (table: VersionedRecord): Build<{ version: number }> =>
  sql<{ version: number }>(`select version from ${table} where company_id = $1 and id = $2 for no key update`)
/** Of what a clinic has once, the clinic's row is held; what it has not said yet is as the first version is. */
const heldOnce = (table: VersionedRecord): Build<{ version: number }> =>
  sql<{ version: number }>(`
    with held as (select company_id from clinic where company_id = $1 for no key update)
    select coalesce((select version from ${table} where company_id = $1), 1) as version from held where $2::text is null`)

/** A block is a time of a doctor or of a room. */
const heldBlock = sql<{ version: number }>(`
  with off as (select version from practitioner_time_off where company_id = $1 and id = $2 for update),
    shut as (select version from room_block where company_id = $1 and id = $2 for update)
  select version from off union all select version from shut`)

/** What it offers is held before it, as everything does that changes both. */
const heldQuotation = sql<{ version: number }>(`
  with treated as materialized (
    select t.id from treatment t where t.company_id = $1 and t.id in (
      select unnest(beside.treatment_ids) from quotation q
      join quotation beside on beside.company_id = $1
        and (beside.id = coalesce(q.group_id, q.id) or beside.group_id = coalesce(q.group_id, q.id))
      where q.company_id = $1 and q.id = $2)
    order by t.id for update)
  select version from quotation where company_id = $1 and id = $2 and (select count(*) from treated) >= 0 for update`)

/** The board is held before it: a task that goes elsewhere on it moves others. */
const heldTask = sql<{ version: number }>(`
  with board as materialized (select pg_advisory_xact_lock(hashtextextended('board ' || $1, 0)))
  select version from task where company_id = $1 and id = $2 and (select count(*) from board) > 0 for update`)

/** Its invoices are held before it, as everything does that changes both. */
const heldClaim = sql<{ version: number }>(`
  with billed as materialized (
    select id from invoice where company_id = $1 and claim_id = $2 order by id for no key update)
  select version from claim where company_id = $1 and id = $2 and (select count(*) from billed) >= 0 for update`)

const HELD: Readonly<Record<VersionedResource, Build<{ version: number }>>> = {
  appointment: held('appointment'),
  block: heldBlock,
  branch: heldOpen('branch'),
  claim: heldClaim,
  clinic: heldOnce('clinic'),
  consent_template: held('consent_template'),
  day_rules: heldOnce('day_rules'),
  encounter_draft: held('encounter_draft'),
  form: held('form'),
  form_draft: held('form_draft'),
  form_submission: held('form_submission'),
  insurance_company: held('insurance_company'),
  insurance_policy: held('insurance_policy'),
  lab_order: held('lab_order'),
  money_setting: heldOnce('money_setting'),
  note_template: held('note_template'),
  patient: held('patient'),
  patient_alert: held('patient_alert'),
  policy_class: held('policy_class'),
  practitioner: heldOpen('practitioner'),
  practitioner_time_off: held('practitioner_time_off'),
  procedure: held('procedure'),
  quotation: heldQuotation,
  reminder_rule: held('reminder_rule'),
  retention_setting: heldOnce('retention_setting'),
  room_block: held('room_block'),
  task: heldTask,
  treasury: held('treasury'),
  treatment: held('treatment'),
  wait_list_entry: held('wait_list_entry'),
}

/** Fields that are one to those who change them: where an appointment is, when, and with whom; what is offered, and for how much. */
const TOGETHER: Partial<Record<VersionedResource, readonly string[]>> = {
  block: ['startsAt', 'endsAt'],
  appointment: ['startsAt', 'endsAt', 'doctorId', 'branchId', 'room'],
  quotation: ['lines', 'treatmentIds', 'discount', 'diagnosticFee'],
}

/**
 * Lets a change be made of what the person saw: it refuses where a field that the request names was changed since the
 * version that it names, and says who did so and what it was. Others' changes of other fields stay. What is deleted is
 * deleted as it was seen. It holds the record until the transaction ends.
 */
export const versionGuard: NonNullable<Surface['guard']> = operation => {
  const { versioned, method } = operation
  if (!versioned) return undefined
  const { of } = versioned
  const isVisible = visibleOf(operation)
  return async (tx, input) => {
    const seen = tx.requestVersion ?? refuse('version_required')
    const id = isOnce(of) ? null : input.id
    const [row] = await tx.sql(HELD[of]([tx.clinic.id, id]))
    // What is not there is told by the operation.
    if (!row || row.version === seen) return
    const since = await changesSince(tx, changedId(of, tx.clinic.id, id), seen)
    const changes = netOf(since.flatMap(({ changes }) => toldChanges(tx, changes)))
    const isKnown = since.length === row.version - seen
    const isSent = sentOf(operation, input)
    const isWhole = method === 'DELETE' || versioned.whole === true
    if (isKnown && !isWhole && !changes.some(({ field }) => isSent(field))) return
    const last = since.findLast(one => toldChanges(tx, one.changes).some(({ field }) => isSent(field))) ?? since.at(-1)
    const nameOf = new Map(Object.entries(versioned.fields ?? {}).map(([name, field]) => [field, name]))
    const visible = changes.filter(({ field }) => isVisible(tx, field))
    const told = { version: row.version, ...(await who(tx, last)) }
    refuse('changed_meanwhile', {
      ...told,
      changes: visible.map(one => ({ ...one, field: nameOf.get(one.field) ?? one.field })),
    })
  }
}

/** Which of a record's fields a request is about. */
function sentOf({ versioned, path }: Operation, input: Input): (field: string) => boolean {
  const inPath = pathNames(path)
  const names = Object.keys(input).filter(name => input[name] !== undefined && !inPath.includes(name))
  const sent = new Set(names.map(name => versioned?.fields?.[name] ?? name))
  const together = (versioned && TOGETHER[versioned.of]) ?? []
  const isOne = together.some(field => sent.has(field))
  return field => sent.has(field) || (isOne && together.includes(field))
}

/** What is different by several changes: from the first to the last; nothing where it is what it was. */
function netOf(changes: readonly FieldChange[]): FieldChange[] {
  const net = new Map<string, FieldChange>()
  for (const { field, from, to } of changes)
    net.set(field, { field, from: net.has(field) ? net.get(field)?.from : from, to })
  return [...net.values()].filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** What the answer would show the member. */
function visibleOf({ returns, versioned }: Operation): (tx: Tx, field: string) => boolean {
  const shown: Input = 'properties' in returns && isRecord(returns.properties) ? returns.properties : {}
  const nameOf = new Map(Object.entries(versioned?.fields ?? {}).map(([name, field]) => [field, name]))
  return (tx, field) => {
    const schema = shown[field] ?? shown[nameOf.get(field) ?? field]
    if (!isRecord(schema)) return false
    const right = `may:${schema[PERMITTED]}`
    return !(PERMITTED in schema) || (isFieldRight(right) && tx.caller.holds(right))
  }
}

async function who(tx: Tx, change: RecordChange | undefined) {
  if (!change) return { by: { kind: 'system', name: null }, at: tx.now }
  const { kind, name } = (await actorsOf(tx, [change.caller]))(change.caller)
  return { by: { kind, name }, at: change.at }
}
