import { LIVE_RESOURCES, type LiveChanges, type LiveResource, MANY, MOST_NAMED } from '@clinic/contract/staff/live.ts'
import type { SharedReaders } from '../../db/driver.ts'
import { sql } from '../../db/statement.ts'
import { patientsOnceInSight } from '../../domain/patients/patient-sight.ts'
import { beginDeltaOfAll, nameClinicWithRestricted } from '../../kernel/name-clinic.ts'
import type { BranchSight } from '../../kernel/tx.ts'

/** Where the records of a resource lie: a table with an index by (company_id, updated_at), from which no row is deleted. */
interface Source {
  readonly table: string
  readonly id?: string
}
const SOURCES: Readonly<Record<LiveResource, Source>> = {
  clinic: { table: 'clinic', id: 'company_id' },
  installation: { table: 'installation' },
  installRequest: { table: 'install_request' },
  exportJob: { table: 'export_job' },
  securityEvent: { table: 'security_event' },
  patient: { table: 'patient' },
}

/** Below the horizon nothing can still be committed, so what was read up to it is never asked for again. */
const CHANGED = `company_id = $1 and updated_at >= $2::timestamptz
  and updated_at < least($3::timestamptz, current_setting('app.horizon')::timestamptz)`

/** A visit that went to another branch may have taken its patient out of sight, whose file says nothing of it. */
const MOVED = `select patient_id as id, at from record_change where ${CHANGED.replaceAll('updated_at', 'at')}
  and table_name = 'appointment' and changes ? 'branch_id' and patient_id is not null`

const changedIds = (resource: LiveResource): string => {
  const { table, id = 'id' } = SOURCES[resource]
  const own = `select ${id} as id, updated_at as at from ${table} where ${CHANGED} order by updated_at, ${id} limit ${MOST_NAMED + 1}`
  const all = resource === 'patient' ? `(${own}) union all (${MOVED} order by at limit ${MOST_NAMED + 1})` : own
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

/** Of the patients that are named those whom a member sees, or saw at an instant. */
export type SeenOf = (companyId: string, sight: BranchSight, ids: readonly string[], since: string) => Promise<string[]>

/** Asked of the database for those who see some branches alone. */
export const seenPatients =
  (readers: SharedReaders): SeenOf =>
  async (companyId, { branchIds }, ids, since) =>
    (
      await readers.run(nameClinicWithRestricted([companyId]), patientsOnceInSight([companyId, ids, branchIds, since]))
    ).map(({ id }) => id)
