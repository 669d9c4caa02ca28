import type { DUE } from '@clinic/contract/staff/tasks.ts'
import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import { type Filter, listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, localDate, startOfDay } from '../../kernel/values/zone.ts'
import { inSightOf } from '../patients/patient-sight.ts'
import type { TaskRow } from './task.ts'

/** A task with what is told of its patient to those who see the patient. */
export interface BoardTaskRow extends TaskRow {
  patient: NamedPatient | undefined
}

interface NamedPatient {
  id: string
  first_name: string
  last_name: string | null
  file_number: number
}

const filters: Record<string, Filter> = {
  assignedToId: value => `t.assigned_to_id = ${value}`,
  assignee: value => `t.assigned_to_id = ${value}`,
  patientId: value => `t.patient_id = ${value}`,
  branchId: value => `t.branch_id = ${value}`,
  status: value => `t.status = ${value}`,
  branches: value => `(t.branch_id is null or t.branch_id = any(${value}))`,
}
const usual = {
  from: 'task t',
  columns: 't.*',
  filters,
  selectiveFilters: ['patientId'],
  derived: ['branches', 'assignee'],
}

const everyTask = listSource<TaskRow>({ ...usual, name: 'listBoardTasks' })
/** What is still to be done, in the order of the board. */
const board = listSource<TaskRow>({
  ...usual,
  name: 'listBoardTasks on the board',
  where: "t.status in ('OPEN', 'IN_PROGRESS')",
  orderBy: 'sort_order',
  filters: {
    ...filters,
    dueFrom: value => `t.due_at >= ${value}`,
    dueBefore: value => `t.due_at < ${value}`,
    dueWhenever: value => `(t.due_at is null) = ${value}`,
  },
  derived: [...usual.derived, 'dueFrom', 'dueBefore', 'dueWhenever'],
})

interface Asked {
  open?: boolean
  mine?: boolean
  due?: (typeof DUE)[number]
}

/** Which list is asked for, and by what: of the branches in sight, and of those who ask where they ask for theirs. */
export function boardAsked<Query extends Asked>(tx: Tx, { open, due, ...query }: Query) {
  const branches = branchesOf(tx)
  const assignee = query.mine ? { assignee: tx.caller.person?.practitionerId ?? '' } : {}
  const asked = { ...query, ...(due && { due, ...dueWithin(tx, due) }), ...assignee, ...(branches && { branches }) }
  return { source: open || due ? board : everyTask, asked }
}

function dueWithin({ now, clinic: { timeZone } }: Tx, due: (typeof DUE)[number]) {
  const tomorrow = () => new Date(startOfDay(addDays(localDate(Date.parse(now), timeZone), 1), timeZone)).toISOString()
  const within = {
    late: () => ({ dueBefore: now }),
    today: () => ({ dueFrom: now, dueBefore: tomorrow() }),
    later: () => ({ dueFrom: tomorrow() }),
    whenever: () => ({ dueWhenever: true }),
  }
  return within[due]()
}

const NAMED = 'select t.id, t.first_name, t.last_name, t.file_number from patient t'
const named = sql<NamedPatient>(`${NAMED} where t.company_id = $1 and t.id = any($2)`)
const namedInSight = sql<NamedPatient>(`${NAMED} where t.company_id = $1 and t.id = any($2) and ${inSightOf('$3')}`)

/** Tasks with their patients. */
export async function withPatients(tx: Tx, tasks: readonly TaskRow[]): Promise<BoardTaskRow[]> {
  const ids = [...new Set(tasks.flatMap(({ patient_id }) => patient_id ?? []))]
  const branches = branchesOf(tx)
  const about = [tx.clinic.id, ids]
  const patients = ids.length === 0 ? [] : await tx.sql(branches ? namedInSight([...about, branches]) : named(about))
  const byId = new Map(patients.map(one => [one.id, one]))
  return tasks.map(task => ({ ...task, patient: byId.get(task.patient_id ?? '') }))
}

const visitOf = sql<{ branch_id: string }>('select branch_id from appointment where company_id = $1 and id = $2')

/** Refuses a patient or a visit that the member who asks does not see: to them it is not there. */
export async function requireSeen(
  tx: Tx,
  { patientId, appointmentId }: { patientId?: string | null; appointmentId?: string },
): Promise<void> {
  const branches = branchesOf(tx)
  if (branches === null) return
  if (patientId && (await tx.sql(namedInSight([tx.clinic.id, [patientId], branches]))).length === 0)
    refuse('not_found', { resource: 'patient' })
  if (appointmentId === undefined) return
  const [visit] = await tx.sql(visitOf([tx.clinic.id, appointmentId]))
  if (!visit || !branches.includes(visit.branch_id)) refuse('not_found', { resource: 'appointment' })
}
