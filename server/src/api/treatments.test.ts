import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTreatment, listTreatments } from '@clinic/contract/treatments.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { addTreatment, type NewTreatment } from '../domain/clinical/add-treatment.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'
import { moveTreatmentStep } from '../domain/clinical/move-treatment-step.ts'
import { approveTreatment, requestApproval } from '../domain/clinical/treatment-approval.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const add = (values: Partial<NewTreatment> = {}) =>
  app.write(clinic, tx =>
    addTreatment(tx, { patientId: patient.id, branchId: branch.id, name: 'Root canal', ...values }),
  )

const eventsOf = async (treatmentId: string) =>
  (
    await app.sql<{ type: string; status: string; was: string | null }>(
      `select type, data->>'status' as status, previous_attributes->>'status' as was from event
       where company_id = $1 and data->>'treatmentId' = $2 order by created_at, id`,
      [clinic.company_id, treatmentId],
    )
  ).map(({ type, was, status }) => `${type} ${was} ${status}`)

const refusedWith = (code: string, details?: unknown) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.equal(error.code, code)
  if (details) assert.deepEqual(error.details, details)
  return true
}

test('shows a treatment with its money in major units, its teeth and its steps in order', async () => {
  const { treatment } = await add({
    ...{ code: 'END-03', priceMinor: 195_000, quantity: 1, discountPercent: 10, tooth: [46], toothPart: ['root'] },
    ...{ doctorId: doctor.id, steps: [{ name: 'Open and clean' }, { name: 'Fill' }] },
  })
  const { body } = await api.call(getTreatment, { id: treatment.id })
  const { steps, ...shown } = body.data
  assert.deepEqual(
    [shown.price, shown.amount, shown.discount, shown.tax, shown.total, shown.paid, shown.paidInFull],
    [1950, 1950, 195, 263.25, 2018.25, 0, false],
  )
  assert.deepEqual([shown.tooth, shown.toothPart, shown.child, shown.hasSteps], [[46], ['root'], false, true])
  assert.deepEqual(
    steps.map(({ name, order, status }) => [name, order, status]),
    [
      ['Open and clean', 1, 'PLANNED'],
      ['Fill', 2, 'PLANNED'],
    ],
  )
  assert.deepEqual((await api.all(listTreatments, {}))[0], body.data)
})

test('care of citizens with a national id carries no VAT', async () => {
  const citizen = await app.patient(branch, { nationality: 'Saudi', national_id: '1000000001' })
  const { treatment } = await add({ patientId: citizen.id, priceMinor: 100_000 })
  assert.deepEqual([treatment.tax_minor, treatment.total_minor], [0, 100_000])
})

test('takes name, code, chart and price from the procedure', async () => {
  const stamps = { created_at: clinic.created_at, updated_at: clinic.created_at }
  const procedure = await app.insert('procedure', {
    ...{ company_id: clinic.company_id, id: 'prc_one', name: 'Zirconia crown', code: 'PRO-01', price_minor: 220_000 },
    ...{ chart: 'DENTAL', ...stamps },
  })
  const { treatment } = await add({ name: undefined, procedureId: procedure.id })
  const { name, code, chart, price_minor } = treatment
  assert.deepEqual([name, code, chart, price_minor], ['Zirconia crown', 'PRO-01', 'DENTAL', 220_000])
})

test('refuses teeth that FDI does not know, unknown parts, foreign charts and foreign records', async () => {
  await assert.rejects(add({ tooth: [11, 49] }), refusedWith('validation_failed'))
  await assert.rejects(add({ toothPart: ['roof'] }), refusedWith('validation_failed'))
  await assert.rejects(add({ chart: 'ELSEWHERE' }), refusedWith('validation_failed'))
  const elsewhere = await app.practice()
  await assert.rejects(add({ patientId: elsewhere.patient.id }), refusedWith('not_found', { resource: 'patient' }))
  await assert.rejects(add({ doctorId: elsewhere.doctor.id }), refusedWith('not_found', { resource: 'practitioner' }))
})

test('what was found costs nothing and never moves', async () => {
  const { treatment } = await add({ status: 'CONDITION', priceMinor: 5_000 })
  assert.equal(treatment.total_minor, 0)
  await assert.rejects(
    app.write(clinic, tx => moveTreatment(tx, { id: treatment.id, to: 'IN_PROGRESS' })),
    refusedWith('invalid_state_transition', { from: 'CONDITION', to: 'IN_PROGRESS' }),
  )
})

test('a treatment without steps goes from planned over in progress to completed, with one event each', async () => {
  const { treatment } = await add()
  const move = (to: 'IN_PROGRESS' | 'COMPLETED') => app.write(clinic, tx => moveTreatment(tx, { id: treatment.id, to }))
  await assert.rejects(move('COMPLETED'), refusedWith('invalid_state_transition'))
  await move('IN_PROGRESS')
  const { treatment: done } = await move('COMPLETED')
  assert.deepEqual([done.completed_percent, done.starts_at !== null, done.ends_at !== null], [100, true, true])
  assert.deepEqual(await eventsOf(treatment.id), [
    'treatment.status_changed PLANNED IN_PROGRESS',
    'treatment.status_changed IN_PROGRESS COMPLETED',
  ])
})

test('a treatment follows its steps and is completed with the last of them', async () => {
  const { treatment, steps } = await add({ steps: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }] })
  const [one, two, three] = steps.map(({ id }) => id)
  const move = (id: string | undefined, to: 'IN_PROGRESS' | 'COMPLETED' | 'REJECTED') =>
    app.write(clinic, tx => moveTreatmentStep(tx, { id: id ?? '', to }))
  await move(one, 'IN_PROGRESS')
  assert.equal((await move(one, 'COMPLETED')).treatment.completed_percent, 33.33)
  await assert.rejects(
    app.write(clinic, tx => moveTreatment(tx, { id: treatment.id, to: 'COMPLETED' })),
    refusedWith('invalid_state_transition'),
  )
  await move(two, 'REJECTED')
  await move(three, 'IN_PROGRESS')
  const last = await move(three, 'COMPLETED')
  assert.deepEqual([last.treatment.status, last.treatment.completed_percent], ['COMPLETED', 100])
  assert.deepEqual(await eventsOf(treatment.id), [
    'treatment.status_changed PLANNED IN_PROGRESS',
    'treatmentstep.completed IN_PROGRESS COMPLETED',
    'treatmentstep.completed IN_PROGRESS COMPLETED',
    'treatment.status_changed IN_PROGRESS COMPLETED',
  ])
})

test('two steps that are completed at the same time complete their treatment once', async () => {
  const { treatment, steps } = await add({ steps: [{ name: 'One' }, { name: 'Two' }] })
  for (const { id } of steps) await app.write(clinic, tx => moveTreatmentStep(tx, { id, to: 'IN_PROGRESS' }))
  await Promise.all(steps.map(({ id }) => app.write(clinic, tx => moveTreatmentStep(tx, { id, to: 'COMPLETED' }))))
  const { body } = await api.call(getTreatment, { id: treatment.id })
  assert.deepEqual([body.data.status, body.data.completedPercent], ['COMPLETED', 100])
  assert.equal((await eventsOf(treatment.id)).filter(event => event.endsWith('COMPLETED')).length, 3)
})

test('rejecting a planned treatment rejects its steps', async () => {
  const { treatment } = await add({ steps: [{ name: 'One' }] })
  const { steps } = await app.write(clinic, tx => moveTreatment(tx, { id: treatment.id, to: 'REJECTED' }))
  assert.deepEqual(
    steps.map(({ status }) => status),
    ['REJECTED'],
  )
})

test('an approval is requested once and given once, with an event each', async () => {
  const { treatment } = await add()
  const { id } = treatment
  const request = () => app.write(clinic, tx => requestApproval(tx, { id }))
  const approve = () => app.write(clinic, tx => approveTreatment(tx, { id, preAuth: 'PA-1' }))
  await assert.rejects(approve(), refusedWith('invalid_state_transition', { from: 'NONE', to: 'APPROVED' }))
  await request()
  await assert.rejects(request(), refusedWith('invalid_state_transition', { from: 'REQUESTED', to: 'REQUESTED' }))
  await approve()
  await assert.rejects(approve(), refusedWith('invalid_state_transition', { from: 'APPROVED', to: 'APPROVED' }))
  const { data } = (await api.call(getTreatment, { id })).body
  assert.deepEqual([data.approvalRequired, data.approved, data.preAuth], [true, true, 'PA-1'])
  assert.deepEqual(await eventsOf(id), ['treatment.approval_requested null PLANNED', 'treatment.approved null PLANNED'])
})

test('every filter narrows the list to what it names', async () => {
  const everything = await api.all(listTreatments, {})
  const filters = [
    ['branchId', branch.id],
    ['patientId', patient.id],
    ['doctorId', doctor.id],
    ['status', 'COMPLETED'],
    ['approvalRequired', true],
    ['approved', true],
  ] as const
  for (const [name, value] of filters) {
    const expected = everything.filter(treatment => treatment[name] === value)
    assert.ok(expected.length > 0, name)
    assert.deepEqual(await api.all(listTreatments, { [name]: value, limit: 2 }), expected, name)
  }
})

test('a moved step shows its treatment to a client that polls for changes', async () => {
  const { treatment, steps } = await add({ steps: [{ name: 'One' }] })
  const updatedAfter = treatment.updated_at
  for (const { id } of steps) await app.write(clinic, tx => moveTreatmentStep(tx, { id, to: 'IN_PROGRESS' }))
  const changed = await api.all(listTreatments, { updatedAfter })
  assert.deepEqual(
    changed.map(({ id, steps }) => [id, steps[0]?.status]),
    [[treatment.id, 'IN_PROGRESS']],
  )
})
