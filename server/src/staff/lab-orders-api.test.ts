import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLabOrder } from '@clinic/contract/labs.ts'
import {
  listClinicLabOrders,
  listOrderableLabs,
  orderLabWork,
  updateLabWork,
} from '@clinic/contract/staff/lab-orders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'
import { addLab, addLabItem, changeLab } from '../domain/labs/lab.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()
const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id }

async function as(role: string, who?: { id: string }, whose = clinic) {
  const { cookie } = await staffMember(app, whose, role, who)
  return staffClient(app, () => cookie)
}
const [desk, dentist, books] = [await as('receptionist'), await as('doctor', doctor), await as('accountant')]

const { ceramics, crown } = await app.write(clinic, async tx => {
  const lab = await addLab(tx, { name: 'Ceramics <b>' })
  return { ceramics: lab, crown: await addLabItem(tx, { labId: lab.id, name: 'Crown', priceMinor: 45_050 }) }
})
const planned = (steps?: readonly string[]) =>
  app.write(clinic, tx =>
    addTreatment(tx, {
      ...about,
      name: 'Crown',
      priceMinor: 1_000,
      tooth: [26],
      ...(steps && { steps: steps.map(name => ({ name })) }),
    }),
  )
const wanted = { labId: ceramics.id, labItemId: crown.id, due: '2030-01-05T09:00:00Z', shade: 'A2' }
const eventsOf = async (id: string) =>
  (
    await app.sql<{ type: string }>(
      `select type from event where company_id = $1 and data->>'id' = $2 order by created_at, id`,
      [clinic.company_id, id],
    )
  ).map(({ type }) => type)
const change = (
  client: typeof desk,
  input: { id: string; received?: true; delivered?: true; shade?: string },
  version: number,
) => client.call(updateLabWork, input, { headers: { 'if-match': `"${version}"` } })
const refusal = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code]

test('work is ordered for a treatment, whose patient, branch, doctor and teeth it takes: laborder.created once', async () => {
  const { treatment } = await planned()
  const { status, body, text } = await desk.call(orderLabWork, { treatmentId: treatment.id, ...wanted })
  assert.equal(status, 201, text)
  const { data } = body
  assert.deepEqual(
    [data.patientId, data.branchId, data.doctorId, data.operationId, data.tooth, data.items, data.name, data.labName],
    [patient.id, branch.id, doctor.id, treatment.id, [26], 1, 'Crown', 'Ceramics <b>'],
  )
  assert.deepEqual(
    [data.status, data.late, data.version, data.allowed],
    ['pending', false, 1, ['EDIT', 'RECEIVE', 'DELIVER']],
  )
  assert.deepEqual(await eventsOf(data.id), ['laborder.created'])
  const key = { headers: { 'idempotency-key': 'ordered-once' } }
  const again = await Promise.all(
    [1, 2].map(() => desk.call(orderLabWork, { treatmentId: treatment.id, ...wanted }, key)),
  )
  const made = new Set(again.flatMap(answer => (answer.status === 201 ? [answer.body.data.id] : [])))
  assert.equal(made.size, 1)
})

test('a step says of which treatment it is; of that of another, and of none, nothing is ordered', async () => {
  const { treatment, steps } = await planned(['Prepare', 'Seat'])
  const [step] = steps
  const ordered = await dentist.call(orderLabWork, { treatmentStepId: step?.id ?? '', ...wanted, tooth: [27, 28] })
  const { data } = ordered.body
  assert.deepEqual(
    [data.operationId, data.operationStepId, data.tooth, data.items],
    [treatment.id, step?.id, [27, 28], 2],
  )
  const other = (await planned()).treatment
  const apart = await dentist.call(orderLabWork, { treatmentId: other.id, treatmentStepId: step?.id ?? '', ...wanted })
  assert.deepEqual(refusal(apart), [404, 'not_found'])
  assert.deepEqual(refusal(await dentist.call(orderLabWork, wanted)), [400, 'validation_failed'])
  const noTooth = await dentist.call(orderLabWork, { treatmentId: treatment.id, ...wanted, tooth: [19] })
  assert.deepEqual(refusal(noTooth), [400, 'validation_failed'])
  await app.write(clinic, tx => moveTreatment(tx, { id: treatment.id, to: 'REJECTED', reason: 'x' }))
  const rejected = await dentist.call(orderLabWork, { treatmentId: treatment.id, ...wanted })
  assert.deepEqual(refusal(rejected), [400, 'validation_failed'])
})

test('received and delivered are told once each, whoever says so twice; a late change is not taken over', async () => {
  const { treatment } = await planned()
  const { data } = (await desk.call(orderLabWork, { treatmentId: treatment.id, ...wanted })).body
  const { id } = data
  const raced = await Promise.all([desk, dentist].map(client => change(client, { id, received: true }, 1)))
  assert.deepEqual(raced.map(({ status }) => status).sort(), [200, 409])
  const delivered = await change(desk, { id, delivered: true, shade: 'A3' }, 2)
  assert.deepEqual(
    [delivered.body.data.status, delivered.body.data.shade, delivered.body.data.allowed],
    ['delivered', 'A3', ['EDIT']],
  )
  const same = await change(dentist, { id, delivered: true }, 3)
  assert.deepEqual([same.status, same.body.data.version], [200, 3])
  await change(dentist, { id, shade: 'B1' }, 3)
  assert.deepEqual(await eventsOf(id), [
    'laborder.created',
    'laborder.received',
    'laborder.delivered',
    'laborder.updated',
  ])
  assert.equal((await api.call(getLabOrder, { id })).body.data.status, 'delivered')
})

test('what is late is found, by patient and branch; who sees another branch alone finds and orders nothing', async () => {
  const { treatment } = await planned()
  const due = '2020-01-05T09:00:00Z'
  const { data } = (await desk.call(orderLabWork, { treatmentId: treatment.id, ...wanted, due })).body
  assert.equal(data.late, true)
  const late = await desk.all(listClinicLabOrders, { late: true, patientId: patient.id, branchId: branch.id })
  assert.deepEqual(
    late.map(({ id }) => id),
    [data.id],
  )
  const elsewhere = await app.branch(clinic)
  const other = await as('receptionist', await app.doctor([elsewhere]))
  assert.deepEqual(await other.all(listClinicLabOrders, {}), [])
  for (const answer of [
    await other.call(orderLabWork, { treatmentId: treatment.id, ...wanted }),
    await change(other, { id: data.id, received: true }, 1),
  ])
    assert.deepEqual(refusal(answer), [404, 'not_found'])
  const clinicB = await app.practice()
  const foreign = await as('owner', undefined, clinicB.clinic)
  assert.deepEqual(refusal(await foreign.call(orderLabWork, { treatmentId: treatment.id, ...wanted })), [
    404,
    'not_found',
  ])
  assert.deepEqual(refusal(await books.call(orderLabWork, { treatmentId: treatment.id, ...wanted })), [
    403,
    'not_permitted',
  ])
  assert.deepEqual(await eventsOf(data.id), ['laborder.created'])
})

test('labs are offered with what they make, and those that are disabled are not', async () => {
  const closed = await app.write(clinic, tx => addLab(tx, { name: 'Closed' }))
  const names = async () => {
    const { data } = (await desk.call(listOrderableLabs, {})).body
    return (data as unknown as { name: string; items: unknown[] }[]).map(({ name, items }) => [name, items])
  }
  assert.deepEqual((await names()).length, 2)
  await app.write(clinic, tx => changeLab(tx, { id: closed.id, disabled: true }))
  assert.deepEqual(await names(), [['Ceramics <b>', [{ id: crown.id, name: 'Crown', price: 450.5 }]]])
  const { treatment } = await planned()
  const refused = await desk.call(orderLabWork, { treatmentId: treatment.id, labId: closed.id, due: wanted.due })
  assert.deepEqual(refusal(refused), [400, 'validation_failed'])
})
