import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getEncounter, listEncounters, recordMeasurement } from '@clinic/contract/encounters.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { changeEncounter, openEncounter } from '../domain/encounters/open-encounter.ts'
import { takeMeasurement } from '../domain/encounters/take-measurement.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const open = (patientId = patient.id) =>
  app.write(clinic, tx =>
    openEncounter(tx, {
      ...{ patientId, branchId: branch.id, doctorId: doctor.id, chiefComplaint: 'Pain', testsOrdered: ['CBC'] },
    }),
  )
const eventTypes = async () =>
  (await app.sql<{ type: string }>('select type from event order by created_at, id')).map(({ type }) => type)

test('shows an encounter with its measurements and fires encounter.created', async () => {
  const row = await open()
  const measured = await api.call(recordMeasurement, { id: row.id, name: 'TEMPERATURE', value: 38.4 })
  assert.equal(measured.status, 201)
  const { data } = (await api.call(getEncounter, { id: row.id })).body
  assert.deepEqual(data.measurements, [measured.body.data])
  assert.deepEqual([data.chiefComplaint, data.testsOrdered, data.last], ['Pain', ['CBC'], true])
  assert.deepEqual(await api.all(listEncounters, {}), [data])
  const events = await app.sql('select type, data from event order by created_at, id')
  assert.deepEqual(events, [
    {
      type: 'encounter.created',
      data: {
        ...{ id: row.id, object: 'encounter', branchId: branch.id, patientId: patient.id, doctorId: doctor.id },
      },
    },
    {
      type: 'measurement.recorded',
      data: {
        ...{ id: measured.body.data.id, object: 'measurement', branchId: branch.id, patientId: patient.id },
        ...{ measurementName: 'TEMPERATURE', encounterId: row.id },
      },
    },
  ])
})

test('the last of a patient’s encounters is the newest, also when several are opened at the same time', async () => {
  const other = await app.patient(branch)
  await Promise.all(Array.from({ length: 5 }, () => open(other.id)))
  const listed = await api.all(listEncounters, { patientId: other.id, branchId: branch.id })
  assert.deepEqual(
    listed.map(({ last }) => last),
    [true, false, false, false, false],
  )
  assert.equal((await api.all(listEncounters, { patientId: patient.id }))[0]?.last, true)
})

test('compares with the previous and the first measurement of the same name, across encounters', async () => {
  const other = await app.patient(branch)
  const [earlier, later] = [await open(other.id), await open(other.id)]
  const measure = async (id: string, value: number) =>
    (await api.call(recordMeasurement, { id, name: 'HEART_RATE', value })).body.data
  const first = await measure(earlier.id, 140)
  const daysAgo = (days: number) => new Date(Date.parse(first.createdAt) - days * 86_400_000).toISOString()
  await app.sql('update measurement set created_at = $2 where id = $1', [first.id, daysAgo(10)])
  const second = await measure(earlier.id, 120)
  await app.sql('update measurement set created_at = $2 where id = $1', [second.id, daysAgo(3)])
  await api.call(recordMeasurement, { id: later.id, name: 'WEIGHT', value: 70 })
  const third = await measure(later.id, 130)
  const compared = [first, second, third].map(one => [
    ...[one.difference, one.improvement, one.durationDays],
    ...[one.overallDifference, one.overallImprovement, one.overallDurationDays, one.status],
  ])
  assert.deepEqual(compared, [
    [null, null, null, null, null, null, 2],
    [-20, 50, 10, -20, 50, 10, 1],
    [10, -50, 3, -10, 25, 10, 1],
  ])
  const { data } = (await api.call(getEncounter, { id: earlier.id })).body
  assert.deepEqual(
    data.measurements.map(({ last }) => last),
    [false, false],
  )
})

test('of many measurements at the same time exactly one is the last, and each is compared with the one before', async () => {
  const other = await app.patient(branch)
  const { id } = await open(other.id)
  const values = [80, 81, 82, 83, 84, 85]
  await Promise.all(values.map(value => api.call(recordMeasurement, { id, name: 'MAP', value })))
  const { measurements } = (await api.call(getEncounter, { id })).body.data
  const ofMap = measurements.filter(({ name }) => name === 'MAP')
  assert.deepEqual(
    ofMap.map(({ last }) => last),
    [false, false, false, false, false, true],
  )
  for (const [index, { value, difference }] of ofMap.entries())
    assert.equal(difference, index === 0 ? null : value - (ofMap[index - 1]?.value ?? 0))
})

test('vitals taken in the clinic fire nothing', async () => {
  const { id } = await open()
  const before = await eventTypes()
  await app.write(clinic, tx => takeMeasurement(tx, { encounterId: id, name: 'GCS', value: 15 }))
  await app.write(clinic, tx => changeEncounter(tx, { id, diagnosis: 'Healthy', chiefComplaint: null }))
  assert.deepEqual(await eventTypes(), before)
  const { data } = (await api.call(getEncounter, { id })).body
  assert.deepEqual([data.diagnosis, data.chiefComplaint, data.testsOrdered], ['Healthy', null, ['CBC']])
})

test('a measurement shows its encounter, and that of the previous one, to a client that polls for changes', async () => {
  const other = await app.patient(branch)
  const [one, two] = [await open(other.id), await open(other.id)]
  await api.call(recordMeasurement, { id: one.id, name: 'BMI', value: 30 })
  const updatedAfter = new Date().toISOString()
  await api.call(recordMeasurement, { id: two.id, name: 'BMI', value: 29 })
  const changed = await api.all(listEncounters, { updatedAfter })
  assert.deepEqual(changed.map(({ id }) => id).sort(), [one.id, two.id].sort())
})

test('refuses unknown names, values that are none, and foreign encounters', async () => {
  const { id } = await open()
  const refused = [
    { name: 'SHOE_SIZE', value: 1 },
    { name: 'PH', value: '7' },
    { name: 'PH', value: 1e10 },
    { name: 'PH' },
  ]
  for (const body of refused) assert.equal((await api.post(`/encounters/${id}/measurements`, body)).status, 400)
  const elsewhere = await app.practice()
  const answer = await elsewhere.api.call(recordMeasurement, { id, name: 'PH', value: 7.4 })
  assert.deepEqual([answer.status, answer.body.error.details], [404, { resource: 'encounter' }])
})
