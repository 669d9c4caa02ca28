import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { employee } from '../../test/support/staff/staff.ts'

const app = await startApp()

test('every member is told the active branches and practitioners of their clinic, by name, with their rooms and slots, and none of another', async () => {
  const clinic = await app.clinic({ clock: 12 })
  const [first, second, closed] = [await app.branch(clinic), await app.branch(clinic), await app.branch(clinic)]
  await app.sql(`update branch set rooms = '{Blue,Red}' where id = $1`, [second.id])
  await app.sql('update branch set active = false where id = $1', [closed.id])
  const doctor = await app.doctor([first])
  const gone = await app.doctor([first])
  await app.sql('update practitioner set active = false where id = $1', [gone.id])
  const other = await app.clinic()
  await app.doctor([await app.branch(other)])
  const { send } = await employee(app, clinic, 'assistant')
  const { status, body } = await send<Returned<typeof getWorkplace>>('GET', '/workplace')
  assert.equal(status, 200)
  const { branches, practitioners, timeZone, clock, currency } = body.data
  assert.deepEqual(
    new Map(branches.map(({ id, rooms }) => [id, rooms])),
    new Map([
      [first.id, first.rooms],
      [second.id, ['Blue', 'Red']],
    ]),
  )
  assert.deepEqual(
    practitioners.map(({ id, name, slotMinutes }) => ({ id, name, slotMinutes })),
    [{ id: doctor.id, name: doctor.display_name, slotMinutes: doctor.slot_minutes }],
  )
  assert.deepEqual([timeZone, clock, currency], [clinic.time_zone, 12, clinic.currency])
})

test('the rules of the day are the usual ones until the clinic says others, which every member then goes by', async () => {
  const clinic = await app.clinic()
  const [owner, assistant] = [await employee(app, clinic, 'owner'), await employee(app, clinic, 'assistant')]
  const rulesSeen = async () =>
    (await assistant.send<Returned<typeof getWorkplace>>('GET', '/workplace')).body.data.rules
  const usual = await rulesSeen()
  assert.deepEqual([usual.gridMinutes, usual.holdSeconds, usual.quietFrom], [15, 10, '21:00'])
  const put = (rules: object, version: number) => owner.send('PUT', '/day-rules', rules, { 'if-match': `"${version}"` })
  const others = { ...usual, holdSeconds: 0, cancelReasons: ['Is ill'], quietFrom: null, quietUntil: null }
  assert.equal((await put(others, 1)).status, 200)
  assert.deepEqual(await rulesSeen(), others)
  for (const wrong of [{ waitAmberMinutes: 21 }, { quietUntil: '08:00' }, { quietFrom: '08:00', quietUntil: '08:00' }])
    assert.equal((await put({ ...others, ...wrong }, 2)).status, 400, JSON.stringify(wrong))
  assert.deepEqual(await rulesSeen(), others)
})
