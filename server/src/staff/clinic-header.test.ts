import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInClinic } from '@clinic/contract/access.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { connection } from '../../test/support/oauth/assistants.ts'
import { type Browser, browser, employee, member, person, totpCode } from '../../test/support/staff/staff.ts'

const app = await startApp()
const [palm, bay] = [await app.clinic({ name: 'Palm' }), await app.clinic({ name: 'Bay' })]
const nowhere = await app.clinic({ name: 'Elsewhere' })
const strict = await app.clinic({ name: 'Strict', second_factor_required: true })

const named = (clinic: { company_id: string }) => ({ 'clinic-id': clinic.company_id })
const read = (console: Browser, path: string, headers: Record<string, string> = {}) =>
  console.send<{ id: string }[]>('GET', path, undefined, headers)

/** A doctor in one clinic and an owner in another, with one connected assistant in each. */
async function worker() {
  const { user, console } = await employee(app, palm, 'doctor')
  await member(app, user, bay, 'owner')
  const connected = async (clinic: typeof palm) => (await connection(app, { clinic, user, days: 1 })).id
  return { user, console, ids: new Map([[palm, await connected(palm)] as const, [bay, await connected(bay)] as const]) }
}

test('of two clinics in one login each call is answered from the clinic that it names, however they interleave', async () => {
  const { console, ids } = await worker()
  const calls = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? bay : palm))
  const answers = await Promise.all(calls.map(clinic => read(console, '/assistants', named(clinic))))
  for (const [index, { status, headers, body }] of answers.entries()) {
    const clinic = calls[index] ?? palm
    assert.deepEqual([status, headers.get('clinic-id')], [200, clinic.company_id])
    assert.deepEqual(
      body.data.map(({ id }) => id),
      [ids.get(clinic)],
    )
  }
})

test('the role is that of the clinic that is named, not of the one that was entered', async () => {
  const { user, console } = await worker()
  await console.send('PUT', '/session/clinic', { clinicId: bay.company_id })
  const here = await read(console, '/members', named(bay))
  const there = await read(console, '/members', named(palm))
  assert.deepEqual([here.status, there.status, there.body.error.code], [200, 403, 'not_permitted'])
  await app.sql("update membership set role = 'admin' where company_id = $1 and user_id = $2", [
    palm.company_id,
    user.id,
  ])
  assert.equal((await read(console, '/members', named(palm))).status, 200)
})

test('a write happens in the clinic that is named', async () => {
  const { console } = await worker()
  await console.send('PUT', '/session/clinic', { clinicId: palm.company_id })
  const ended = await console.send<{ disconnected: number }>('DELETE', '/assistants', undefined, named(bay))
  assert.deepEqual([ended.body.data, ended.headers.get('clinic-id')], [{ disconnected: 1 }, bay.company_id])
  assert.equal((await read(console, '/assistants', named(bay))).body.data.length, 0)
  assert.equal((await read(console, '/assistants', named(palm))).body.data.length, 1)
})

test('no clinic but the own ones can be named, whatever is asked there: 404, as for one that does not exist', async () => {
  const { console } = await worker()
  for (const { id, method, path } of staffOperations.filter(({ access }) => isInClinic(access)))
    for (const clinic of [nowhere.company_id, 'cli_nobody', '', `${palm.company_id}, ${bay.company_id}`]) {
      const { status, body, headers } = await console.send(method, path.replace(/:\w+/g, 'x'), undefined, {
        'clinic-id': clinic,
      })
      assert.deepEqual([status, body.error.code, body.error.details], [404, 'not_found', { resource: 'clinic' }], id)
      assert.equal(headers.get('clinic-id'), null)
    }
})

test('who is disabled in a clinic is out of it with the next call that names it, and stays in the other', async () => {
  const { user, console } = await worker()
  await app.sql('update membership set active = false where company_id = $1 and user_id = $2', [
    bay.company_id,
    user.id,
  ])
  assert.equal((await read(console, '/assistants', named(bay))).status, 404)
  assert.equal((await read(console, '/assistants', named(palm))).status, 200)
})

test('a clinic that asks for a second factor asks for it where it is named, and no other does', async () => {
  const user = await person(app, { totp: true })
  for (const clinic of [palm, strict]) await member(app, user, clinic)
  const half = browser(app)
  await half.logIn(user.email)
  await half.send('POST', '/session/second-factor', { code: await totpCode() })
  assert.equal((await read(half, '/assistants', named(strict))).status, 200)
  await app.sql('update staff_session set second_factor_at = null where user_id = $1', [user.id])
  const refused = await read(half, '/assistants', named(strict))
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'second_factor_required'])
  assert.equal((await read(half, '/assistants', named(palm))).status, 200)
})

test('without the header it is the clinic that was entered, and the answer says which', async () => {
  const { console } = await worker()
  assert.equal((await read(console, '/assistants')).body.error.code, 'clinic_required')
  for (const clinic of [bay, palm]) {
    await console.send('PUT', '/session/clinic', { clinicId: clinic.company_id })
    assert.equal((await read(console, '/assistants')).headers.get('clinic-id'), clinic.company_id)
  }
})

test('a refusal in a clinic says of which it is, too', async () => {
  const { console } = await worker()
  const refused = await read(console, '/assistants/ogr_nobody/accesses', named(bay))
  assert.deepEqual([refused.status, refused.headers.get('clinic-id')], [404, bay.company_id])
})

test('who is seen in a clinic is seen where the request was, in both within the same minute', async () => {
  const { user, console } = await worker()
  const seen = async () =>
    (
      await app.sql<{ company_id: string }>(
        "select company_id from membership where user_id = $1 and last_seen_at > now() - interval '10 minutes'",
        [user.id],
      )
    ).map(({ company_id }) => company_id)
  await app.sql('update membership set last_seen_at = null where user_id = $1', [user.id])
  await read(console, '/assistants', named(bay))
  assert.deepEqual(await seen(), [bay.company_id])
  await read(console, '/assistants', named(palm))
  assert.deepEqual((await seen()).sort(), [palm.company_id, bay.company_id].sort())
})
