import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput, refuseSettled } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { whyOf } from './move-treatment.ts'
import { keepStatus } from './move-treatment-step.ts'
import { type StepRow, type TreatmentRow, type TreatmentWithSteps, withSteps } from './treatment.ts'
import { requireEditable } from './treatment-editing.ts'
import { wasFound } from './treatment-status.ts'

interface StepWish {
  /** Of a step that it has already. */
  id?: string | undefined
  name: string
}

interface StepsWish {
  id: string
  steps: readonly StepWish[]
  reason?: string | undefined
}

const numberedAnew = sql(`
  update treatment_step set sort_order = -sort_order where company_id = $1 and treatment_id = $2`)
const changeSteps = sql(`
  update treatment_step as step set name = wanted.name, status = wanted.status, sort_order = wanted.place, updated_at = $3
  from unnest($4::text[], $5::text[], $6::text[], $7::int[]) as wanted (id, name, status, place)
  where step.company_id = $1 and step.treatment_id = $2 and step.id = wanted.id`)

/**
 * Gives a treatment its steps, in their order: those that are named again stay what they are, others are added, and what was
 * only planned and is left out is rejected. What was begun cannot be left out. The treatment stays where it is; fires nothing.
 */
export async function putTreatmentSteps(tx: Tx, { id, steps: wishes, reason }: StepsWish): Promise<TreatmentWithSteps> {
  const before = await tx.lock('treatment', id)
  const { steps: was } = await withSteps(tx, before)
  requireSteps(before, was, wishes)
  await requireEditable(tx, before, { id, steps: wishes, reason })
  const is = wantedSteps(tx, before, was, wishes)
  if (isDeepStrictEqual(is, was)) return { treatment: before, steps: was }
  await store(tx, before, was, is)
  return { treatment: await keepStatus(tx, before, was, is, whyOf(reason)), steps: is }
}

function requireSteps(treatment: TreatmentRow, was: readonly StepRow[], wishes: readonly StepWish[]): void {
  if (wasFound(treatment)) refuseSettled(treatment.status, 'What was found is not done in steps.')
  const named = wishes.flatMap(({ id }) => id ?? [])
  const missing = named.find(id => was.every(step => step.id !== id))
  if (missing !== undefined) refuse('not_found', { resource: 'treatment_step' })
  if (new Set(named).size < named.length)
    refuseInput({ path: '/steps', code: 'duplicate', message: 'must not name a step twice' })
  if (was.some(({ id, status }) => ['IN_PROGRESS', 'COMPLETED'].includes(status) && !named.includes(id)))
    refuseInput({ path: '/steps', code: 'begun', message: 'must name every step that was begun' })
  if (treatment.status === 'COMPLETED' && named.length < wishes.length)
    refuseSettled('COMPLETED', 'What is completed gets no further steps.')
}

function wantedSteps(
  { clinic, now }: Tx,
  { id: treatment_id }: TreatmentRow,
  was: readonly StepRow[],
  wishes: readonly StepWish[],
): StepRow[] {
  const planned = { company_id: clinic.id, created_at: now, updated_at: now, treatment_id, status: 'PLANNED' }
  const unset = { sort_order: 0, appointment_id: null, starts_at: null, ends_at: null }
  const wanted = wishes.map(({ id, name }) => {
    const step = was.find(one => one.id === id)
    return step ? { ...step, name } : { ...planned, ...unset, id: newId('tst', Date.parse(now)), name }
  })
  const others = was.filter(({ id }) => wishes.every(wish => wish.id !== id))
  return [...wanted, ...others.map(step => ({ ...step, status: 'REJECTED' }))].map((step, index) => ({
    ...step,
    sort_order: index + 1,
  }))
}

/** The numbers are taken from those that have them first, so that each is free again. */
async function store(tx: Tx, { id: treatmentId }: TreatmentRow, was: readonly StepRow[], is: readonly StepRow[]) {
  const kept = is.filter(({ id }) => was.some(step => step.id === id))
  if (kept.length > 0) {
    await tx.sql(numberedAnew([tx.clinic.id, treatmentId]))
    const columns = [kept.map(({ id }) => id), kept.map(({ name }) => name), kept.map(({ status }) => status)]
    const places = kept.map(({ sort_order }) => sort_order)
    await tx.sql(changeSteps([tx.clinic.id, treatmentId, tx.now, ...columns, places]))
  }
  for (const step of is.filter(one => !kept.includes(one))) {
    const { company_id: _company, created_at: _created, updated_at: _updated, ...columns } = step
    tx.add('treatment_step', columns)
  }
}
