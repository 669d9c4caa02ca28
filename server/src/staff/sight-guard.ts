import type { Access } from '@clinic/contract/access.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'
import { isOfOwn, isPermitted, type StaffRole } from '@clinic/contract/staff/permissions.ts'
import { type Build, sql } from '../db/statement.ts'
import { isPatientInSight } from '../domain/patients/patient-sight.ts'
import type { Surface } from '../http/surface.ts'
import { refuse } from '../kernel/errors.ts'
import type { BranchSight, Tx } from '../kernel/tx.ts'

type Input = Readonly<Record<string, unknown>>

/** The branch of a record, and whose diary it stands in. */
interface Place {
  /** Null where it is of no branch: all of the clinic see it. */
  branch_id: string | null
  doctor_id: string | null
}

/** The records of a branch that a path names, by its first word. */
const PLACES: Readonly<Record<string, { resource: string; find: Build<Place> }>> = {
  appointments: {
    resource: 'appointment',
    find: sql<Place>('select branch_id, doctor_id from appointment where company_id = $1 and id = $2'),
  },
  blocks: {
    resource: 'block',
    find: sql<Place>(`
      select null as branch_id, practitioner_id as doctor_id from practitioner_time_off where company_id = $1 and id = $2
      union all select branch_id, null from room_block where company_id = $1 and id = $2`),
  },
  claims: {
    resource: 'claim',
    find: sql<Place>('select branch_id, null as doctor_id from claim where company_id = $1 and id = $2'),
  },
  expenses: {
    resource: 'expense',
    find: sql<Place>('select branch_id, null as doctor_id from expense where company_id = $1 and id = $2'),
  },
  incomes: {
    resource: 'income',
    find: sql<Place>('select branch_id, null as doctor_id from income where company_id = $1 and id = $2'),
  },
  tasks: {
    resource: 'task',
    find: sql<Place>('select branch_id, null as doctor_id from task where company_id = $1 and id = $2'),
  },
  treasuries: {
    resource: 'treasury',
    find: sql<Place>('select branch_id, null as doctor_id from treasury where company_id = $1 and id = $2'),
  },
  'wait-list': {
    resource: 'wait_list_entry',
    find: sql<Place>('select branch_id, doctor_id from wait_list_entry where company_id = $1 and id = $2'),
  },
}

/** The records of a patient that a path names, by its first word. */
const OF_PATIENTS: Readonly<Record<string, { resource: string; find: Build<{ patient_id: string }> }>> = {
  'consent-forms': {
    resource: 'consent_form',
    find: sql<{ patient_id: string }>('select patient_id from consent_form where company_id = $1 and id = $2'),
  },
  'credit-notes': {
    resource: 'credit_note',
    find: sql<{ patient_id: string }>(`
      select i.patient_id from credit_note n
      join invoice i on i.company_id = n.company_id and i.id = n.invoice_id where n.company_id = $1 and n.id = $2`),
  },
  'discount-approvals': {
    resource: 'discount_approval',
    find: sql<{ patient_id: string }>('select patient_id from discount_approval where company_id = $1 and id = $2'),
  },
  'einvoice-submissions': {
    resource: 'einvoice_submission',
    find: sql<{ patient_id: string }>(`
      select i.patient_id from einvoice_submission s
      join invoice i on i.company_id = s.company_id and i.id = s.invoice_id where s.company_id = $1 and s.id = $2`),
  },
  encounters: {
    resource: 'encounter',
    find: sql<{ patient_id: string }>('select patient_id from encounter where company_id = $1 and id = $2'),
  },
  files: {
    resource: 'file',
    find: sql<{ patient_id: string }>('select patient_id from file where company_id = $1 and id = $2'),
  },
  'form-submissions': {
    resource: 'form_submission',
    find: sql<{ patient_id: string }>('select patient_id from form_submission where company_id = $1 and id = $2'),
  },
  invoices: {
    resource: 'invoice',
    find: sql<{ patient_id: string }>('select patient_id from invoice where company_id = $1 and id = $2'),
  },
  'lab-orders': {
    resource: 'lab_order',
    find: sql<{ patient_id: string }>('select patient_id from lab_order where company_id = $1 and id = $2'),
  },
  merges: {
    resource: 'patient_merge',
    find: sql<{ patient_id: string }>('select patient_id from patient_merge where company_id = $1 and id = $2'),
  },
  'patient-links': {
    resource: 'patient_link',
    find: sql<{ patient_id: string }>('select patient_id from patient_link where company_id = $1 and id = $2'),
  },
  'online-payments': {
    resource: 'online_payment',
    find: sql<{ patient_id: string }>(`
      select i.patient_id from online_payment o
      join invoice i on i.company_id = o.company_id and i.id = o.invoice_id where o.company_id = $1 and o.id = $2`),
  },
  payments: {
    resource: 'payment',
    find: sql<{ patient_id: string }>('select patient_id from payment where company_id = $1 and id = $2'),
  },
  quotations: {
    resource: 'quotation',
    find: sql<{ patient_id: string }>('select patient_id from quotation where company_id = $1 and id = $2'),
  },
  prescriptions: {
    resource: 'prescription',
    find: sql<{ patient_id: string }>('select patient_id from prescription where company_id = $1 and id = $2'),
  },
  'treatment-steps': {
    resource: 'treatment_step',
    find: sql<{ patient_id: string }>(`
      select t.patient_id from treatment_step s
      join treatment t on t.company_id = s.company_id and t.id = s.treatment_id where s.company_id = $1 and s.id = $2`),
  },
  treatments: {
    resource: 'treatment',
    find: sql<{ patient_id: string }>('select patient_id from treatment where company_id = $1 and id = $2'),
  },
  alerts: {
    resource: 'patient_alert',
    find: sql<{ patient_id: string }>('select patient_id from patient_alert where company_id = $1 and id = $2'),
  },
}

export const refuseWithout = (access: Access): never =>
  refuse('not_permitted', access.by === 'permission' ? { permission: access.permissions[0] } : undefined)

/**
 * What a member may do with the records that a request names, in one place for every operation: a branch, a record of one
 * or a patient out of sight is not there, and a permission for what is one's own holds for the own diary alone. Lists hold
 * the sight themselves. It asks nothing for those who see every branch and whose role permits more than their own.
 */
export const sightGuard: NonNullable<Surface['guard']> = operation => {
  const { access, sight, path } = operation
  const isLimited = sight === 'branch' || sight === 'patient'
  const mayBeOwn = access.by === 'permission' && access.permissions.some(isOfOwn)
  if (!isLimited && !mayBeOwn) return undefined
  const named = namedBy(operation, PLACES)
  const owned = namedBy(operation, OF_PATIENTS)
  const patientIn = sight !== 'patient' ? undefined : path.startsWith('/patients/:id') ? 'id' : 'patientId'
  return async (tx, input) => {
    const { sight: seen, role, practitionerId } = tx.caller.person ?? refuse('not_permitted')
    const isOwn = mayBeOwn && !permitsAll(access, role)
    if (seen.allBranches && !isOwn) return
    const place = named && (await tx.sql(named.find([tx.clinic.id, input.id])))[0]
    // What is not there at all is told by the operation.
    if (named && !place) return
    if (isLimited) {
      requireBranch(seen, input.branchId, 'branch')
      requireBranch(seen, place?.branch_id, named?.resource)
      if (patientIn) await requirePatient(tx, seen, input[patientIn])
      const owner = owned && (await tx.sql(owned.find([tx.clinic.id, input.id])))[0]
      if (owned && owner) await requirePatient(tx, seen, owner.patient_id, owned.resource)
    }
    if (isOwn) requireOwn(access, practitionerId, [...(place ? [place.doctor_id] : []), ...doctorIn(input)])
  }
}

function namedBy<Found>({ path }: Operation, of: Readonly<Record<string, Found>>): Found | undefined {
  const [root = ''] = path.split('/').filter(Boolean)
  return pathNames(path).includes('id') ? of[root] : undefined
}

/** Whether the role may do it to everybody's records. */
const permitsAll = (access: Access, role: StaffRole): boolean =>
  access.by === 'permission' && access.permissions.some(name => !isOfOwn(name) && isPermitted(role, name))

function requireBranch({ allBranches, branchIds }: BranchSight, id: unknown, resource?: string): void {
  if (typeof id === 'string' && !allBranches && !branchIds.includes(id)) refuse('not_found', { resource })
}

async function requirePatient(tx: Tx, seen: BranchSight, id: unknown, resource = 'patient'): Promise<void> {
  if (typeof id === 'string' && !(await isPatientInSight(tx, seen, id))) refuse('not_found', { resource })
}

const doctorIn = ({ doctorId }: Input): unknown[] => (doctorId === undefined ? [] : [doctorId])

/** Whose diaries these are, all of them: the person's own, or it is not for them. */
function requireOwn(access: Access, practitionerId: string | null, doctorIds: readonly unknown[]): void {
  const isOwn = practitionerId !== null && doctorIds.length > 0 && doctorIds.every(id => id === practitionerId)
  if (!isOwn) refuseWithout(access)
}
