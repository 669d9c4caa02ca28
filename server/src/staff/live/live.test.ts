import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { mock, test } from 'node:test'
import { LASTS_MS, LIVE_RESOURCES, MANY, REMEMBERED_MS } from '@clinic/contract/staff/live.ts'
import { startApiProcess } from '../../../test/support/app/api-process.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { driver } from '../../../test/support/database/driver.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { liveClient } from '../../../test/support/staff/live-client.ts'
import { staffMember } from '../../../test/support/staff/scene.ts'
import { browser, employee, member } from '../../../test/support/staff/staff.ts'
import { moveByStaff, undoHeldMove } from '../../domain/scheduling/held-move.ts'
import { raiseAlarm } from '../../domain/security/raise-alarm.ts'
import { changeTask } from '../../domain/tasks/change-task.ts'
import { openTask } from '../../domain/tasks/open-task.ts'
import { changeClinic } from '../../kernel/change-clinic.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { newId } from '../../kernel/values/ids.ts'
import { Live } from './live.ts'
import { LiveStream } from './stream.ts'

const app = await startApp()
const now = () => new Date().toISOString()

/** A clinic with a plugin, and a member of it who looks on. */
async function watched(role = 'owner') {
  const clinic = await app.clinic()
  const { installation } = await app.installation(clinic)
  const { user, console } = await employee(app, clinic, role)
  const { company_id: id } = clinic
  const follow = (last?: string, url = app.url) => liveClient(url, console.cookie, id, last)
  const raise = (subject: string) => app.write(clinic, tx => raiseAlarm(tx, 'admin_added', subject))
  return { clinic, id, installation, user, console, follow, raise }
}

const securityEvents = async (id: string) =>
  (await app.sql<{ id: string }>('select id from security_event where company_id = $1 order by id', [id])).map(
    row => row.id,
  )

test('what another process changes arrives, as ids and nothing else', async t => {
  const { id, installation, console, follow } = await watched()
  const other = await startApiProcess(app)
  const stream = await follow('', other.address)
  assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8'])
  const reason = { reason: 'Sara Invented' }
  const suspended = await console.send('POST', `/installations/${installation.id}/suspend`, reason, {
    'clinic-id': id,
    'idempotency-key': 'suspends',
  })
  assert.equal(suspended.status, 200)
  const answered = performance.now()
  const frame = await stream.next()
  t.diagnostic(`${Math.round(performance.now() - answered)} ms after the answer`)
  assert.equal(frame?.event, 'change')
  assert.deepEqual(frame?.data.installation, [installation.id])
  for (const line of stream.text().split('\n'))
    assert.match(line, /^(:|id: \d{4}-[\d-]+T[\d:.]+Z|event: change|data: (\{("\w+":\["[a-z]{3}_\w+"\],?)+\}))?$/)
  stream.leave()
})

test('of 1 000 changes, over three breaks and a process that is killed, none is missed', async () => {
  const { id, follow, raise } = await watched()
  let other = await startApiProcess(app)
  let stream = await follow('', other.address)
  const seen = new Set<string>()
  async function take() {
    const frame = await stream.next()
    assert.ok(frame, 'the stream ended')
    const named = frame.data.securityEvent ?? []
    // Who is told that there are many reads them all.
    for (const one of named === MANY ? await securityEvents(id) : named) seen.add(one)
  }
  const writer = async (n: number, part: number) => {
    for (let turn = 0; turn < 25; turn++) await raise(`${n} ${part} ${turn}`)
  }
  // Each break is in the middle of writing, and after it more is written.
  for (let part = 0; part < 5; part++) {
    const writing = Promise.all(Array.from({ length: 8 }, (_, n) => writer(n, part)))
    while (seen.size < part * 200 + 50) await take()
    if (part === 1) {
      await other.kill()
      other = await startApiProcess(app)
    } else stream.leave()
    stream = await follow(stream.last(), other.address)
    await writing
  }
  while (seen.size < 1_000) await take()
  assert.deepEqual([...seen].sort(), await securityEvents(id))
  stream.leave()
})

test('a change that an older transaction held back comes after it, also where that was rolled back', async () => {
  const { clinic, id, follow, raise } = await watched()
  const stream = await follow()
  const [isOpen, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const older = app.write(clinic, async () => {
    isOpen.resolve()
    await mayEnd.promise
    throw new Error('given up')
  })
  await isOpen.promise
  await raise('held back')
  mayEnd.resolve()
  await assert.rejects(older, /given up/)
  assert.deepEqual((await stream.next())?.data.securityEvent, await securityEvents(id))
  stream.leave()
})

test('each is told of what their role permits, as that is now', async () => {
  const { id, user, follow, raise, installation, clinic } = await watched('doctor')
  const stream = await follow()
  await raise('not for doctors')
  await app.write(clinic, tx => tx.update('installation', installation.id, { settings: {} }))
  assert.deepEqual((await stream.next())?.data, { installation: [installation.id] })
  await app.sql("update membership set role = 'admin' where company_id = $1 and user_id = $2", [id, user.id])
  await raise('for admins')
  assert.equal((await stream.next())?.data.securityEvent?.length, 1)
  stream.leave()
})

test('who sees one branch is told of patients in sight alone, also as a file is restricted', async () => {
  const { clinic, branch, doctor, patient } = await app.practice()
  const hidden = await app.patient(await app.branch(clinic))
  const { cookie } = await staffMember(app, clinic, 'receptionist', doctor)
  const stream = await liveClient(app.url, cookie, clinic.company_id)
  for (const one of [hidden, patient])
    await app.write(clinic, tx => changeRecord(tx, 'patient', one, { first_name: `New ${branch.id}` }))
  assert.deepEqual((await stream.next())?.data, { patient: [patient.id] })
  await app.write(clinic, async tx => {
    const now = tx.now
    const before = await tx.get('patient', patient.id)
    return changeRecord(tx, 'patient', before, { deleted_at: now, restricted_at: now, anonymise_at: now })
  })
  assert.deepEqual((await stream.next())?.data, { patient: [patient.id] })
  stream.leave()
})

test('who sees one branch is told of its tasks and of those of no branch, also as one goes elsewhere, and of no other', async () => {
  const { clinic, branch, doctor } = await app.practice()
  const far = await app.branch(clinic)
  const task = (title: string, at?: { id: string }) =>
    app.write(clinic, tx => openTask(tx, { title, ...(at && { branchId: at.id }) }))
  const [here, elsewhere, anywhere] = [await task('here', branch), await task('far', far), await task('all')]
  const { cookie } = await staffMember(app, clinic, 'receptionist', doctor)
  const stream = await liveClient(app.url, cookie, clinic.company_id)
  const change = (id: string, input: { title?: string; branchId?: string }) =>
    app.write(clinic, tx => changeTask(tx, { id, ...input }))
  await change(elsewhere.id, { title: 'still far' })
  await change(anywhere.id, { title: 'still for all' })
  assert.deepEqual((await stream.next())?.data, { task: [anywhere.id] })
  await change(here.id, { branchId: far.id })
  assert.deepEqual((await stream.next())?.data, { task: [here.id] })
  await change(here.id, { title: 'far' })
  await change(anywhere.id, { branchId: branch.id })
  assert.deepEqual((await stream.next())?.data, { task: [anywhere.id] })
  stream.leave()
})

test('who sees one branch is told of a patient who leaves it, with their file or with their last visit there, and of no other', async () => {
  const { clinic, branch, doctor, patient } = await app.practice()
  const [far, further] = [await app.branch(clinic), await app.branch(clinic)]
  const [guest, stranger] = [await app.patient(far), await app.patient(far)]
  const visit = await app.insert('appointment', {
    ...{ company_id: clinic.company_id, id: newId('apt'), branch_id: branch.id, doctor_id: doctor.id },
    ...{ patient_id: guest.id, status: 'OPEN', created_at: now(), updated_at: now(), starts_at: now() },
    ends_at: new Date(Date.now() + 60_000).toISOString(),
  })
  const { cookie } = await staffMember(app, clinic, 'receptionist', doctor)
  const status = async ({ id }: { id: string }) =>
    (await browser(app, cookie).send('GET', `/patients/${id}`, undefined, { 'clinic-id': clinic.company_id })).status
  assert.deepEqual([await status(patient), await status(guest), await status(stranger)], [200, 200, 404])
  const stream = await liveClient(app.url, cookie, clinic.company_id)
  const nowhere = await staffMember(app, clinic, 'receptionist', null)
  const blind = await liveClient(app.url, nowhere.cookie, clinic.company_id)
  const move = <Table extends 'patient' | 'appointment'>(table: Table, id: string, to: { id: string }) =>
    app.write(clinic, async tx => changeRecord(tx, table, await tx.get(table, id), { branch_id: to.id } as never))
  await move('patient', stranger.id, further)
  await move('patient', patient.id, far)
  assert.deepEqual((await stream.next())?.data, { patient: [patient.id] })
  const last = stream.last()
  await move('appointment', visit.id, further)
  assert.deepEqual((await stream.next())?.data, { patient: [guest.id], appointment: [visit.id] })
  stream.leave()
  // Who was away meanwhile is told, too, and of nothing that was so before.
  const again = await liveClient(app.url, cookie, clinic.company_id, last)
  assert.deepEqual((await again.next())?.data, { patient: [guest.id], appointment: [visit.id] })
  again.leave()
  assert.deepEqual([await status(patient), await status(guest), await status(stranger)], [404, 404, 404])
  // Who sees no branch has heard of none of them.
  await app.write(clinic, tx => changeClinic(tx, { clock: 12 }))
  assert.deepEqual((await blind.next())?.data, { clinic: [clinic.company_id] })
  blind.leave()
})

test('a move that is held, and one that is taken back, is told as its appointment, in the branches where that is seen', async () => {
  const { clinic, branch, doctor } = await app.practice()
  const far = await app.branch(clinic)
  const book = (at: { id: string }, minute: number) =>
    app.insert('appointment', {
      ...{ company_id: clinic.company_id, id: newId('apt'), branch_id: at.id, doctor_id: doctor.id, status: 'OPEN' },
      ...{ created_at: clinic.created_at, updated_at: clinic.created_at },
      ...{ starts_at: `2035-01-01T10:0${minute}:00Z`, ends_at: `2035-01-01T10:0${minute + 1}:00Z` },
    })
  const [visit, hidden] = [await book(branch, 0), await book(far, 1)]
  const { cookie } = await staffMember(app, clinic, 'receptionist', doctor)
  const stream = await liveClient(app.url, cookie, clinic.company_id)
  const told = async () => (await stream.next())?.data
  for (const { id } of [hidden, visit])
    await app.write(clinic, tx => moveByStaff(tx, { id, from: 'OPEN', to: 'CHECKEDIN' }))
  assert.deepEqual(await told(), { appointment: [visit.id] })
  await app.sql(`update held_move set until = until + interval '1 hour'`)
  await app.write(clinic, tx => undoHeldMove(tx, { id: visit.id }))
  assert.deepEqual(await told(), { appointment: [visit.id] })
  stream.leave()
})

for (const [who, out] of [
  ['a member who was disabled', 'update membership set active = false where company_id = $1 and user_id = $2'],
  [
    'a clinic that wants a second factor',
    'update clinic set second_factor_required = true where company_id = $1 and $2 <> company_id',
  ],
  ['a login that has ended', 'delete from staff_session where user_id <> $1 and user_id = $2'],
] as const)
  test(`${who}: no frame, and the end`, async () => {
    const { id, user, follow, raise } = await watched()
    const stream = await follow()
    const before = stream.text()
    await app.sql(out, [id, user.id])
    await raise('not for them')
    assert.equal(await stream.next(), undefined)
    assert.equal(stream.text(), before)
  })

test('who comes back after an hour, from the future or with what is no instant is told to begin anew', async () => {
  const { follow } = await watched()
  const anHourAgo = new Date(Date.now() - REMEMBERED_MS - 1_000).toISOString()
  for (const last of [anHourAgo, '2090-01-01T00:00:00.000Z', 'nonsense']) {
    const stream = await follow(last)
    assert.deepEqual(await stream.next().then(frame => [frame?.event, frame?.data]), ['reset', {}])
    assert.ok(Date.parse(stream.last()) > Date.parse(anHourAgo))
    stream.leave()
  }
})

test('in a sandbox whose clock is ahead what happens there arrives', async () => {
  const clinic = await app.clinic({ sandbox: true, clock_offset_ms: 86_400_000 })
  const { console } = await employee(app, clinic, 'owner')
  const stream = await liveClient(app.url, console.cookie, clinic.company_id)
  await app.sql("select raise_security_event($1, 'admin_added', 'WARN', 'subject', '{}')", [clinic.company_id])
  await app.write(clinic, async () => undefined)
  assert.deepEqual((await stream.next())?.data.securityEvent, await securityEvents(clinic.company_id))
  assert.ok(Date.parse(stream.last()) > Date.now() + 80_000_000)
  stream.leave()
})

test('nobody but a member may look on, and a login has so many streams', async () => {
  const { id, console, follow } = await watched()
  const stranger = await employee(app, await app.clinic(), 'owner')
  assert.equal((await liveClient(app.url, stranger.console.cookie, id)).status, 404)
  assert.equal((await liveClient(app.url, '', id)).status, 401)
  assert.equal((await liveClient(app.url, console.cookie, '')).status, 400)
  const streams = await Promise.all(Array.from({ length: 12 }, () => follow()))
  const more = await follow()
  assert.deepEqual([more.status, more.headers.get('retry-after')], [429, '30'])
  for (const stream of streams) stream.leave()
  await eventually(async () => (await follow()).status, 200)
})

test('a stream and what a page asks for by itself keep no login from ending', async () => {
  const { user, console, follow, raise, clinic } = await watched()
  await member(app, user, await app.clinic())
  const soon = "last_seen_at = now() - interval '2 minutes', idle_end = now() + interval '58 minutes'"
  await app.sql(`update staff_session set ${soon} where user_id = $1`, [user.id])
  const idle = () => app.sql('select idle_end from staff_session where user_id = $1', [user.id])
  const before = await idle()
  const stream = await follow()
  await raise('seen')
  await stream.next()
  stream.leave()
  const headers = { 'clinic-id': clinic.company_id, 'staff-background': 'true' }
  assert.equal((await console.send('GET', '/security-events', undefined, headers)).status, 200)
  assert.deepEqual(await idle(), before)
  await console.send('GET', '/security-events', undefined, { 'clinic-id': clinic.company_id })
  assert.notDeepEqual(await idle(), before)
})

test('who reads too slowly is closed, and what waits for them is bounded', async () => {
  const out = new PassThrough()
  const stream = new LiveStream('usr_1', out, async () => ({ resources: new Set(LIVE_RESOURCES) }))
  stream.begin()
  const ids = (turn: number) => Array.from({ length: 150 }, (_, n) => `sev_${turn}_${n}`)
  for (let turn = 0; !stream.ended; turn++) {
    assert.ok(turn < 100, 'nothing ended it')
    stream.tell({ securityEvent: ids(turn) }, new Date(turn).toISOString())
    await new Promise(setImmediate)
  }
  assert.ok(out.readableLength + out.writableLength < 300_000)
  const held = new LiveStream('usr_1', new PassThrough(), async () => ({ resources: new Set(LIVE_RESOURCES) }))
  for (const turn of [1, 2]) held.tell({ securityEvent: ids(turn) }, new Date(turn).toISOString())
  held.begin()
})

test('a stream shows every 15 seconds that it lives and ends after ten minutes', async t => {
  const readers = driver.readers(app.database.appUrl, 'live', 1)
  t.after(() => readers.close())
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const live = new Live(readers, app.database.appUrl)
  const out = new PassThrough()
  const stream = new LiveStream('usr_1', out, async () => ({ resources: new Set(LIVE_RESOURCES) }))
  const leave = live.keep('cli_1', stream)
  const remind = mock.method(stream, 'remind')
  t.mock.timers.tick(LASTS_MS - 1)
  assert.deepEqual([remind.mock.callCount(), stream.ended], [39, false])
  t.mock.timers.tick(1)
  assert.equal(stream.ended, true)
  leave()
})

test('a process that stops ends its streams', async () => {
  const { follow } = await watched()
  const other = await app.secondProcess({})
  const stream = await follow('', other.url)
  await other.app.close()
  assert.equal(await stream.next(), undefined)
})
