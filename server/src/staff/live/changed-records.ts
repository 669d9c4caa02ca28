import { LIVE_RESOURCES, type LiveChanges, type LiveResource, MANY, MOST_NAMED } from '@clinic/contract/staff/live.ts'
import type { SharedReaders } from '../../db/driver.ts'
import { type Build, sql } from '../../db/statement.ts'
import { approvalsInSight } from '../../domain/billing/discount-approval.ts'
import { claimsInSight } from '../../domain/claims/claim-sight.ts'
import { quotationsOnceInSight, treatmentsOnceInSight } from '../../domain/clinical/treatment-sight.ts'
import { encountersOnceInSight } from '../../domain/encounters/encounter-sight.ts'
import { consentsOnceInSight } from '../../domain/forms/read-consents.ts'
import { labOrdersOnceInSight } from '../../domain/labs/lab-order-sight.ts'
import { onceInSight, onceInSightByInvoice } from '../../domain/patients/once-in-sight.ts'
import { patientsOnceInSight } from '../../domain/patients/patient-sight.ts'
import {
  branchesInSight,
  practitionersInSight,
  roomBlocksInSight,
  timeOffInSight,
} from '../../domain/scheduling/hours-sight.ts'
import { onceInBranch } from '../../domain/scheduling/once-in-branch.ts'
import { tasksOnceInSight } from '../../domain/tasks/task-sight.ts'
import { beginDeltaOfAll, nameClinicWithRestricted } from '../../kernel/name-clinic.ts'
import type { BranchSight } from '../../kernel/tx.ts'

/** Where the records of a resource lie: a table with an index by (company_id, updated_at), from which no row is deleted. */
interface Source {
  readonly table: string
  readonly id?: string
}
export const SOURCES: Readonly<Record<LiveResource, Source>> = {
  clinic: { table: 'clinic', id: 'company_id' },
  installation: { table: 'installation' },
  installRequest: { table: 'install_request' },
  exportJob: { table: 'export_job' },
  securityEvent: { table: 'security_event' },
  branch: { table: 'branch' },
  practitioner: { table: 'practitioner' },
  timeOff: { table: 'practitioner_time_off' },
  roomBlock: { table: 'room_block' },
  patient: { table: 'patient' },
  appointment: { table: 'appointment' },
  task: { table: 'task' },
  treatment: { table: 'treatment' },
  encounter: { table: 'encounter' },
  quotation: { table: 'quotation' },
  labOrder: { table: 'lab_order' },
  consentForm: { table: 'consent_form' },
  discountApproval: { table: 'discount_approval' },
  invoice: { table: 'invoice' },
  payment: { table: 'payment' },
  onlinePayment: { table: 'online_payment' },
  eInvoiceReport: { table: 'einvoice_submission' },
  prescription: { table: 'prescription' },
  communication: { table: 'communication' },
  waitListEntry: { table: 'wait_list_entry' },
  claim: { table: 'claim' },
  insurer: { table: 'insurance_company' },
  insurancePolicy: { table: 'insurance_policy' },
  policyClass: { table: 'policy_class' },
  procedure: { table: 'procedure' },
  noteTemplate: { table: 'note_template' },
  consentTemplate: { table: 'consent_template' },
}

/** Below the horizon nothing can still be committed, so what was read up to it is never asked for again. */
const CHANGED = `company_id = $1 and updated_at >= $2::timestamptz
  and updated_at < least($3::timestamptz, current_setting('app.horizon')::timestamptz)`

/**
 * A visit that went to another branch may have taken its patient out of sight, and one that is over is their last, and the
 * end of a first; the file says nothing of it.
 */
const VISITED = `select patient_id as id, at from record_change where ${CHANGED.replaceAll('updated_at', 'at')}
  and table_name = 'appointment' and (changes ? 'branch_id' or changes -> 'status' ->> 1 = 'COMPLETED')
  and patient_id is not null order by at`

/** An alert is of its patient, whose file stays as it is. */
const ALERTS = `select patient_id as id, updated_at as at from patient_alert where ${CHANGED} order by updated_at, id`

/** A move that is held, or is taken back, is of its appointment, which stays as it is meanwhile. */
const HELD = `select appointment_id as id, updated_at as at from held_move where ${CHANGED} order by updated_at, id`

/** A note that is being written is of its encounter, which stays as it is meanwhile. */
const DRAFTS = `select id, updated_at as at from encounter_draft where ${CHANGED} order by updated_at, id`

/** What changed a record besides its own row, with as many of it as are named. */
const BESIDE: Partial<Record<LiveResource, readonly string[]>> = {
  patient: [VISITED, ALERTS],
  appointment: [HELD],
  encounter: [DRAFTS],
}

const changedIds = (resource: LiveResource): string => {
  const { table, id = 'id' } = SOURCES[resource]
  const own = `select ${id} as id, updated_at as at from ${table} where ${CHANGED} order by updated_at, ${id} limit ${MOST_NAMED + 1}`
  const beside = (BESIDE[resource] ?? []).map(one => `(${one} limit ${MOST_NAMED + 1})`)
  const all = [`(${own})`, ...beside].join(' union all ')
  return `select '${resource}' as resource, current_setting('app.horizon')::timestamptz as horizon,
    array(select id from (${all}) as one group by id order by min(at), id limit ${MOST_NAMED + 1}) as ids`
}

/** By clinic and span: one row for each resource. */
export const changed = sql<{ resource: LiveResource; horizon: string; ids: string[] }>(
  LIVE_RESOURCES.map(changedIds).join(' union all '),
)

/** What changed in a clinic up to an instant. */
export interface Changed {
  changes: LiveChanges
  upTo: string
}

/** Reads what changed in a clinic since an instant. */
export type ReadChanged = (companyId: string, since: string, before?: string) => Promise<Changed>

/** One statement for each reading, whatever the number of resources. */
export const changedRecords =
  (readers: SharedReaders): ReadChanged =>
  async (companyId, since, before = 'infinity') => {
    const rows = await readers.run(beginDeltaOfAll([companyId]), changed([companyId, since, before]))
    const some = rows.filter(({ ids }) => ids.length > 0)
    const named = some.map(({ resource, ids }) => [resource, ids.length > MOST_NAMED ? MANY : ids])
    return { changes: Object.fromEntries(named), upTo: rows[0]?.horizon ?? since }
  }

/** Of the records that are named those that a member sees, or saw at an instant. */
export type SeenOf = (companyId: string, sight: BranchSight, ids: readonly string[], since: string) => Promise<string[]>

/** How it is found which records of a resource lie, or lay, in branches: by clinic, ids, branches and instant. */
export const SEEN: Partial<Record<LiveResource, Build<{ id: string }>>> = {
  branch: branchesInSight,
  practitioner: practitionersInSight,
  timeOff: timeOffInSight,
  roomBlock: roomBlocksInSight,
  patient: patientsOnceInSight,
  appointment: onceInBranch('appointment'),
  task: tasksOnceInSight,
  treatment: treatmentsOnceInSight,
  encounter: encountersOnceInSight,
  quotation: quotationsOnceInSight,
  labOrder: labOrdersOnceInSight,
  consentForm: consentsOnceInSight,
  discountApproval: approvalsInSight,
  invoice: onceInSight('invoice'),
  payment: onceInSight('payment'),
  onlinePayment: onceInSightByInvoice('online_payment'),
  eInvoiceReport: onceInSightByInvoice('einvoice_submission'),
  prescription: onceInSight('prescription'),
  communication: onceInSight('communication'),
  waitListEntry: onceInBranch('wait_list_entry'),
  claim: claimsInSight,
}

/** Asked of the database for those who see some branches alone; by resource, where not all of it is told to each. */
export function seenRecords(readers: SharedReaders): ReadonlyMap<LiveResource, SeenOf> {
  const seenBy =
    (find: Build<{ id: string }>): SeenOf =>
    async (companyId, { branchIds }, ids, since) => {
      const found = find([companyId, ids, branchIds, since])
      return (await readers.run(nameClinicWithRestricted([companyId]), found)).map(({ id }) => id)
    }
  return new Map(LIVE_RESOURCES.flatMap(name => (SEEN[name] ? [[name, seenBy(SEEN[name])]] : [])))
}
