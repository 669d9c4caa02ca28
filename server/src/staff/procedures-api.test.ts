import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listProcedures } from '@clinic/contract/procedures.ts'
import { bookDayAppointment, takeWalkIn } from '@clinic/contract/staff/appointments.ts'
import {
  addProcedure,
  addProcedureGroup,
  importProcedures,
  listClinicProcedures,
  listProcedureGroups,
  updateProcedure,
  updateProcedureGroup,
} from '@clinic/contract/staff/procedures.ts'
import { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { at } from '../../test/support/clock.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'

const app = await startApp()
const scene = await openStaffScene(app)
const { clinic, branch, doctor, patient, api } = scene

const add = async (wishes: {
  name: string
  price: number
  code?: string
  durationMinutes?: number
  groupId?: string
}) => {
  const { status, body, text } = await api.call(addProcedure, wishes)
  assert.equal(status, 201, text)
  return body.data
}
const listed = async () => (await api.list(listClinicProcedures, {})).body.data
const minutesOf = ({ start, end }: { start: string; end: string }) => (Date.parse(end) - Date.parse(start)) / 60_000

test('what is added is priced to the minor unit, found by plugins, and chosen from with its colour and length', async () => {
  const group = (await api.call(addProcedureGroup, { name: 'Fillings' })).body.data
  const { body, text } = await api.call(addProcedure, {
    ...{ name: ' Composite filling ', nameAr: 'حشوة تجميلية', code: 'D2391', price: 350.55, groupId: group.id },
    ...{ durationMinutes: 45, color: 'teal', chart: 'DENTAL' },
  })
  assert.deepEqual(
    [body.data.name, body.data.price, body.data.groupName, body.data.version, body.data.active],
    ['Composite filling', 350.55, 'Fillings', 1, true],
    text,
  )
  const { procedures } = (await api.call(getWorkplace, {})).body.data
  assert.deepEqual(procedures, [
    {
      ...{ id: body.data.id, name: 'Composite filling', nameAr: 'حشوة تجميلية', code: 'D2391', price: 350.55 },
      ...{ durationMinutes: 45, color: 'teal' },
    },
  ])
  const { token } = await app.installation(clinic, { scopes: ['procedures:read'] })
  const seen = await app.api(token).all(listProcedures, { searchTerm: 'd2391' })
  assert.deepEqual(
    seen.map(({ name, price, groupName }) => [name, price, groupName]),
    [['Composite filling', 350.55, 'Fillings']],
  )
  const tooFine = await api.call(addProcedure, { name: 'Crown', price: 10.005 })
  assert.deepEqual([tooFine.status, tooFine.body.error.details?.issues?.[0]?.code], [400, 'decimals'])
})

test('a code is one procedure’s, and a name one heading’s, in whatever spelling, also of those that are added at the same time', async () => {
  await add({ name: 'Crown', price: 1_000, code: 'CR-9' })
  for (const code of ['cr-9', ' CR-٩', 'ＣＲ-9']) {
    const { status, body } = await api.call(addProcedure, { name: 'Other', price: 1, code })
    assert.deepEqual([status, body.error.details?.issues?.[0]?.path], [400, '/code'], code)
  }
  const both = await Promise.all([1, 2].map(price => api.call(addProcedure, { name: 'Veneer', price, code: 'VN-1' })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400])
  const twice = await Promise.all(['Crowns', ' crowns'].map(name => api.call(addProcedureGroup, { name })))
  assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 400])
})

test('a change keeps what it does not name, and is refused where another changed the same since, by its price', async () => {
  const { id } = await add({ name: 'Scaling', price: 200, code: 'SC-1', durationMinutes: 20 })
  const renamed = await api.call(updateProcedure, { id, name: 'Scaling and polishing' }, { version: 1 })
  assert.deepEqual(
    [renamed.body.data.price, renamed.body.data.durationMinutes, renamed.body.data.code],
    [200, 20, 'SC-1'],
  )
  const dearer = await api.call(updateProcedure, { id, price: 250.5 }, { version: 1 })
  assert.equal(dearer.status, 200, dearer.text)
  const { status, body } = await api.call(updateProcedure, { id, price: 260 }, { version: 2 })
  assert.deepEqual(
    [status, body.error.code, body.error.details?.changes],
    [409, 'changed_meanwhile', [{ field: 'price', from: 200, to: 250.5 }]],
  )
  const cleared = await api.call(updateProcedure, { id, code: null, durationMinutes: null }, { version: 3 })
  assert.deepEqual([cleared.body.data.code, cleared.body.data.durationMinutes], [null, null])
})

test('a heading that is renamed is shown so to plugins that read what changed, and one that is moved stands there', async () => {
  const group = (await api.call(addProcedureGroup, { name: 'Gums' })).body.data
  const { id } = await add({ name: 'Deep cleaning', price: 400, groupId: group.id })
  const { token } = await app.installation(clinic, { scopes: ['procedures:read'] })
  const since = new Date().toISOString()
  const { body } = await api.call(updateProcedureGroup, { id: group.id, name: 'Periodontics', order: 0 })
  assert.deepEqual([body.data.name, body.data.order], ['Periodontics', 0])
  const changed = await app.api(token).all(listProcedures, { updatedAfter: since })
  assert.deepEqual(
    changed.map(one => [one.id, one.groupName]),
    [[id, 'Periodontics']],
  )
  assert.equal((await api.list(listProcedureGroups, {})).body.data[0]?.id, group.id)
})

test('a visit is as long as what is done takes together, of what is not timed as long as a slot of the doctor', async () => {
  await app.sql('update practitioner set slot_minutes = 30 where id = $1', [doctor.id])
  const timed = await add({ name: 'Root canal', price: 900, durationMinutes: 75 })
  const short = await add({ name: 'Examination', price: 100, durationMinutes: 15 })
  const untimed = await add({ name: 'Something', price: 100 })
  const visits = [
    { procedureIds: [timed.id, short.id], time: '09:00', minutes: 90 },
    { procedureIds: [short.id, short.id, untimed.id], time: '11:00', minutes: 60 },
    { procedureIds: [], time: '13:00', minutes: 30 },
  ]
  for (const { procedureIds, time, minutes } of visits) {
    const asked = { branchId: branch.id, doctorId: doctor.id, patientId: patient.id, start: at(time, 2), procedureIds }
    const { status, body, text } = await api.call(bookDayAppointment, asked)
    assert.equal(status, 201, text)
    assert.equal(minutesOf(body.data), minutes)
  }
  const walkIn = { branchId: branch.id, patientId: patient.id, procedureIds: [short.id], urgent: true }
  const { body, text } = await api.call(takeWalkIn, walkIn)
  assert.equal(minutesOf(body.data), 15, text)
})

const COLORS = ['red', 'teal', 'lime']
const row = (index: number) => ({
  ...{ code: `IMP-${index}`, name: `Procedure ${index}`, name_ar: `إجراء ${index}`, group: `Group ${index % 7}` },
  ...{
    price: `${index},5`,
    duration: String(5 + (index % 100)),
    color: COLORS[index % 3] ?? '',
    active: index % 9 ? 'yes' : 'no',
  },
})
const text = (rows: readonly Record<string, string>[]) =>
  `\ufeff${[Object.keys(row(0)), ...rows.map(one => Object.values(one))].map(cells => cells.join(';')).join('\r\n')}\r\n`

test('of 500 rows with three faults nothing changes and three cells are named; repaired they are all read in, and again all are the same', async () => {
  const before = await listed()
  const rows = Array.from({ length: 500 }, (_, index) => row(index))
  const spoilt = rows.map((one, index) => {
    if (index === 10) return { ...one, price: 'ask' }
    if (index === 250) return { ...one, color: 'mauve' }
    return index === 499 ? { ...one, code: 'imp-٣' } : one
  })
  for (const dryRun of [true, false]) {
    const refused = await api.call(importProcedures, { csv: text(spoilt), dryRun })
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [
        422,
        'import_invalid',
        {
          faults: [
            { line: 12, column: 'price', code: 'number' },
            { line: 252, column: 'color', code: 'unknown' },
            { line: 501, column: 'code', code: 'duplicate' },
          ],
        },
      ],
    )
  }
  const csv = text(rows)
  const tried = (await api.call(importProcedures, { csv, dryRun: true })).body.data
  assert.deepEqual([tried.added, tried.changed, tried.same, tried.newGroups.length], [500, 0, 0, 7])
  assert.deepEqual(await listed(), before)
  const done = (await api.call(importProcedures, { csv })).body.data
  assert.deepEqual({ ...done, dryRun: true }, tried)
  const after = await listed()
  assert.equal(after.length, before.length + 500)
  const one = after.find(({ code }) => code === 'IMP-7')
  assert.deepEqual(
    [one?.name, one?.nameAr, one?.price, one?.durationMinutes, one?.color, one?.groupName, one?.active, one?.version],
    ['Procedure 7', 'إجراء 7', 7.5, 12, 'teal', 'Group 0', true, 1],
  )
  const again = (await api.call(importProcedures, { csv })).body.data
  assert.deepEqual([again.added, again.changed, again.same, again.newGroups], [0, 0, 500, []])
  assert.deepEqual(await listed(), after)
})

test('a row changes the procedure of its code alone, and a column that is not there leaves what it would say', async () => {
  const { id } = await add({ name: 'Sealant', price: 80, code: 'SE-1', durationMinutes: 25 })
  const count = (await listed()).length
  const done = await api.call(importProcedures, { csv: 'price\tname\tcode\n٩٠٫٥\tFissure sealant\tse-1\n' })
  assert.deepEqual(done.body.data.rows, [{ line: 2, code: 'se-1', name: 'Fissure sealant', outcome: 'changed' }])
  const found = (await listed()).find(one => one.id === id)
  assert.deepEqual(
    [found?.name, found?.price, found?.code, found?.durationMinutes, found?.version],
    ['Fissure sealant', 90.5, 'SE-1', 25, 2],
  )
  assert.equal((await listed()).length, count)
})

test('two who read the same list in at the same time add it once', async () => {
  const csv = `code,name,price\n${Array.from({ length: 30 }, (_, index) => `TW-${index},Twice,${index}`).join('\n')}`
  const both = await Promise.all([1, 2].map(() => api.call(importProcedures, { csv })))
  assert.deepEqual(both.map(({ body }) => [body.data.added, body.data.same]).sort(), [
    [0, 30],
    [30, 0],
  ])
})

test('a code that several procedures have from before says of none of them which it is', async () => {
  for (const id of ['prc_same1', 'prc_same2'])
    await app.insert('procedure', {
      ...{ company_id: clinic.company_id, id, name: 'Old', code: 'OLD', price_minor: 1, search_text: 'old' },
      ...{ created_at: at('08:00'), updated_at: at('08:00') },
    })
  const { status, body } = await api.call(importProcedures, { csv: 'code,name,price\nold,New,2' })
  assert.deepEqual([status, body.error.details], [422, { faults: [{ line: 2, column: 'code', code: 'ambiguous' }] }])
})
