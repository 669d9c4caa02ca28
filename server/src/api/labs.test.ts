import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getLabOrder, listLabItems, listLabOrders, listLabs, updateLabOrder } from '@clinic/contract/labs.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { changeLabOrder, type LabOrderChanges } from '../domain/labs/change-lab-order.ts'
import { addLab, addLabItem, changeLab, changeLabItem } from '../domain/labs/lab.ts'
import { type NewLabOrder, orderFromLab } from '../domain/labs/order-from-lab.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()
const [ceramics, digital] = [await newLab('Ceramics'), await newLab('Digital')]
const crown = await app.write(clinic, tx => addLabItem(tx, { labId: ceramics.id, name: 'Crown', priceMinor: 45_050 }))

function newLab(name: string) {
  return app.write(clinic, tx => addLab(tx, { name, number: '050 123 4512', email: 'lab@example.com' }))
}
const order = (values: Partial<NewLabOrder> = {}) =>
  app.write(clinic, tx =>
    orderFromLab(tx, { patientId: patient.id, branchId: branch.id, labId: ceramics.id, ...values }),
  )
const change = (changes: LabOrderChanges) => app.write(clinic, tx => changeLabOrder(tx, changes))
const eventsOf = async (id: string) => {
  const events = await app.sql<{ type: string; data: Record<string, unknown>; previous_attributes: unknown }>(
    `select type, data, previous_attributes from event where data->>'id' = $1 order by created_at, id`,
    [id],
  )
  return events.map(({ type, data, previous_attributes }) => [type, data.status, previous_attributes])
}
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

test('lists labs and what they make, at prices in the major unit', async () => {
  const shown = (await api.all(listLabs, {})).find(({ id }) => id === ceramics.id)
  assert.deepEqual([shown?.name, shown?.number, shown?.disabled], ['Ceramics', '+966501234512', false])
  assert.deepEqual(
    (await api.all(listLabItems, { labId: ceramics.id })).map(({ id, price }) => [id, price]),
    [[crown.id, 450.5]],
  )
  assert.deepEqual(await api.all(listLabItems, { labId: digital.id }), [])
  await app.write(clinic, tx => changeLabItem(tx, { id: crown.id, priceMinor: 50_000 }))
  assert.equal((await api.all(listLabItems, {})).find(({ id }) => id === crown.id)?.price, 500)
})

test('an order takes name and number of pieces from item and teeth, and fires laborder.created', async () => {
  const made = await order({ labItemId: crown.id, tooth: [11, 52], shade: 'A2', due: '2027-01-05T12:00:00+03:00' })
  const { status, body } = await api.call(getLabOrder, { id: made.id })
  assert.equal(status, 200)
  const { data } = body
  assert.deepEqual(
    [data.name, data.items, data.tooth, data.child, data.shade, data.due],
    ['Crown', 2, [11, 52], true, 'A2', '2027-01-05T09:00:00.000Z'],
  )
  assert.deepEqual([data.status, data.received, data.delivered, data.receivedAt], ['pending', false, false, null])
  const [event] = await app.sql(`select type, data from event where data->>'id' = $1`, [made.id])
  assert.deepEqual(event, {
    type: 'laborder.created',
    data: {
      ...{ id: made.id, object: 'lab_order', branchId: branch.id, status: 'pending' },
      ...{ labId: ceramics.id, patientId: patient.id },
    },
  })
})

test('is marked received and then delivered, each with its own event and no laborder.updated', async () => {
  const { id } = await order()
  const received = await api.call(updateLabOrder, { id, received: true, shade: 'B1' })
  const { data } = received.body
  assert.deepEqual([received.status, data.status, data.receivedAt, data.shade], [200, 'received', data.updatedAt, 'B1'])
  const delivered = await api.call(updateLabOrder, { id, delivered: true })
  assert.deepEqual([delivered.body.data.status, delivered.body.data.receivedAt], ['delivered', data.receivedAt])
  assert.deepEqual(await eventsOf(id), [
    ['laborder.created', 'pending', null],
    ['laborder.received', 'received', { status: 'pending' }],
    ['laborder.delivered', 'delivered', { status: 'received' }],
  ])
})

test('setting a flag again answers the order as it is and fires nothing', async () => {
  const { id } = await order()
  const first = await api.call(updateLabOrder, { id, received: true })
  const again = await api.call(updateLabOrder, { id, received: true })
  assert.deepEqual([again.status, again.body.data], [200, first.body.data])
  assert.equal((await eventsOf(id)).length, 2)
})

test('both flags in one request fire both events; a receipt noted late leaves the order delivered', async () => {
  const { id } = await order()
  await api.call(updateLabOrder, { id, received: true, delivered: true })
  assert.deepEqual((await eventsOf(id)).slice(1), [
    ['laborder.received', 'received', { status: 'pending' }],
    ['laborder.delivered', 'delivered', { status: 'received' }],
  ])
  const other = await order()
  await api.call(updateLabOrder, { id: other.id, delivered: true })
  const { data } = (await api.call(updateLabOrder, { id: other.id, received: true })).body
  assert.deepEqual([data.status, data.received, data.delivered], ['delivered', true, true])
  assert.deepEqual((await eventsOf(other.id)).slice(1), [
    ['laborder.delivered', 'delivered', { status: 'pending' }],
    ['laborder.received', 'delivered', {}],
  ])
})

test('laborder.updated fires for a shade or details that changed, and only then', async () => {
  const { id } = await order({ shade: 'A1' })
  await api.call(updateLabOrder, { id, shade: 'A1' })
  assert.equal((await eventsOf(id)).length, 1)
  const { data } = (await api.call(updateLabOrder, { id, shade: null, details: 'Invented' })).body
  assert.deepEqual([data.shade, data.details], [null, 'Invented'])
  assert.deepEqual((await eventsOf(id)).at(-1), ['laborder.updated', 'pending', {}])
})

test('a flag cannot be taken back', async () => {
  const { id } = await order()
  const { status, body } = await api.patch(`/lab-orders/${id}`, { received: false })
  assert.deepEqual([status, body.error.details?.issues?.[0]?.path], [400, '/received'])
})

test('two requests at the same time that mark it received fire one event', async () => {
  const { id } = await order()
  await Promise.all([1, 2, 3, 4].map(() => api.call(updateLabOrder, { id, received: true })))
  assert.equal((await eventsOf(id)).length, 2)
})

test('another lab may make it until it came, and then makes only what it offers', async () => {
  const { id } = await order({ labItemId: crown.id })
  const moved = await change({ id, labId: digital.id })
  assert.deepEqual([moved.lab_id, moved.lab_item_id], [digital.id, null])
  assert.deepEqual((await eventsOf(id)).at(-1), ['laborder.updated', 'pending', { labId: ceramics.id }])
  await assert.rejects(change({ id, labItemId: crown.id }), refusedWith('not_found'))
  await change({ id, received: true })
  await assert.rejects(change({ id, labId: ceramics.id }), refusedWith('invalid_state_transition'))
})

test('is for the treatment that its step belongs to, and for no other patient’s', async () => {
  const plan = (patientId: string) =>
    app.write(clinic, tx =>
      addTreatment(tx, { patientId, branchId: branch.id, name: 'Crown', priceMinor: 1_000, steps: [{ name: 'Fit' }] }),
    )
  const { treatment, steps } = await plan(patient.id)
  const { id } = await order({ treatmentStepId: steps[0]?.id })
  const { data } = (await api.call(getLabOrder, { id })).body
  assert.deepEqual([data.operationId, data.operationStepId], [treatment.id, steps[0]?.id])
  const foreign = await plan((await app.patient(branch)).id)
  await assert.rejects(order({ treatmentId: foreign.treatment.id }), refusedWith('not_found'))
  await assert.rejects(
    order({ treatmentId: treatment.id, treatmentStepId: foreign.steps[0]?.id }),
    refusedWith('not_found'),
  )
})

test('nothing is ordered from a disabled lab, of another lab’s items or for what is no tooth', async () => {
  const lab = await newLab('Closed')
  await app.write(clinic, tx => changeLab(tx, { id: lab.id, disabled: true }))
  await assert.rejects(order({ labId: lab.id }), refusedWith('validation_failed'))
  await assert.rejects(order({ labId: digital.id, labItemId: crown.id }), refusedWith('not_found'))
  await assert.rejects(order({ tooth: [11, 19] }), refusedWith('validation_failed'))
})

test('each filter narrows the list', async () => {
  const at = await app.branch(clinic)
  const someone = await app.patient(at)
  const one = await order({ branchId: at.id, patientId: someone.id, labId: digital.id, doctorId: doctor.id })
  await change({ id: one.id, delivered: true })
  await order()
  const everything = await api.all(listLabOrders, {})
  const filters = [
    [{ branchId: at.id }, { branchId: at.id }],
    [{ patientId: someone.id }, { patientId: someone.id }],
    [{ labId: digital.id }, { labId: digital.id }],
    ...(['pending', 'received', 'delivered'] as const).map(status => [{ status }, { status }] as const),
  ] as const
  for (const [query, shown] of filters) {
    const [[field, value] = ['', '']] = Object.entries(shown)
    const expected = everything.filter(each => new Map(Object.entries(each)).get(field) === value)
    assert.ok(expected.length > 0 && expected.length < everything.length, field)
    assert.deepEqual(await api.all(listLabOrders, query), expected)
  }
})
