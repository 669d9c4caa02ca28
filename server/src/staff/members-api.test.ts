import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp } from '../../test/support/app/harness.ts'
import { connection } from '../../test/support/oauth/assistants.ts'
import { employee, member, person } from '../../test/support/staff/staff.ts'

const app = await startApp()
type Member = { userId: string; role: string; active: boolean; email: string }

async function staffed() {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const list = async () => (await owner.send<Member[]>('GET', '/members')).body.data
  return { clinic, owner, list }
}

test('shows who works in the clinic and as what, also who is disabled, and no other person', async () => {
  const { clinic, owner, list } = await staffed()
  const doctor = await employee(app, clinic, 'doctor')
  await employee(app, await app.clinic(), 'doctor')
  await owner.send('PATCH', `/members/${doctor.user.id}`, { active: false })
  const members = await list()
  assert.deepEqual(
    members.map(({ userId, role, active }) => [userId, role, active]).sort(),
    [
      [owner.user.id, 'owner', true],
      [doctor.user.id, 'doctor', false],
    ].sort(),
  )
})

test('shows when a member was last seen in this clinic, also after they logged out, and not what they do elsewhere', async () => {
  const { clinic, owner } = await staffed()
  const doctor = await employee(app, clinic, 'doctor')
  const away = await employee(app, clinic, 'doctor')
  const other = await app.clinic()
  await member(app, away.user, other)
  await away.send('PUT', '/session/clinic', { clinicId: other.company_id })
  await app.sql("update staff_session set last_seen_at = now() - interval '2 minutes'")
  await doctor.send('GET', '/session')
  await doctor.send('DELETE', '/session')
  await away.send('GET', '/session')
  const { body } = await owner.send<(Member & { lastSeenAt: string | null })[]>('GET', '/members')
  const seen = (user: { id: string }) => body.data.find(({ userId }) => userId === user.id)?.lastSeenAt
  assert.ok(Math.abs(Date.parse(seen(doctor.user) ?? '') - Date.now()) < 60_000)
  assert.equal(seen(away.user), null)
})

test('when a member was last seen is recorded four times an hour: each cell is told of it', async () => {
  const { clinic } = await staffed()
  const { user, send } = await employee(app, clinic, 'doctor')
  const seen = async (minutesAgo: number) => {
    await app.sql("update staff_session set last_seen_at = now() - interval '2 minutes' where user_id = $1", [user.id])
    await app.sql(`update membership set last_seen_at = now() - interval '${minutesAgo} minutes' where user_id = $1`, [
      user.id,
    ])
    await send('GET', '/session')
    const [one] = await app.sql<{ at: string }>(
      "select case when last_seen_at > now() - interval '5 minutes' then 'now' else 'before' end as at from membership where user_id = $1",
      [user.id],
    )
    return one?.at
  }
  assert.deepEqual([await seen(14), await seen(16)], ['before', 'now'])
})

test('a changed role counts with the next request', async () => {
  const { clinic, owner } = await staffed()
  const doctor = await employee(app, clinic, 'doctor')
  assert.equal((await doctor.send('GET', '/members')).status, 403)
  const changed = await owner.send<Member>('PATCH', `/members/${doctor.user.id}`, { role: 'admin' })
  assert.deepEqual([changed.status, changed.body.data.role], [200, 'admin'])
  assert.equal((await doctor.send('GET', '/members')).status, 200)
  const { permissions } = (await doctor.send('GET', '/session')).body.data
  assert.deepEqual([permissions.includes('members:manage'), permissions.includes('owners:manage')], [true, false])
})

test('a disabled member is out of the clinic immediately, and their assistants with them; elsewhere nothing changes', async () => {
  const { clinic, owner } = await staffed()
  const other = await app.clinic()
  const doctor = await employee(app, clinic, 'doctor')
  await member(app, doctor.user, other)
  const here = await connection(app, { clinic, user: doctor.user })
  const there = await connection(app, { clinic: other, user: doctor.user })
  const colleague = await connection(app, { clinic, user: owner.user })
  await doctor.send('PUT', '/session/clinic', { clinicId: clinic.company_id })
  await owner.send('PATCH', `/members/${doctor.user.id}`, { active: false })
  assert.equal((await doctor.send('GET', '/session')).body.data.clinic?.id, other.company_id)
  assert.deepEqual(
    [(await here.introspect()).active, (await there.introspect()).active, (await colleague.introspect()).active],
    [false, true, true],
  )
  const [record] = await app.sql(
    "select resource_ids, changed_fields from audit_record where company_id = $1 and operation = 'updateMember'",
    [clinic.company_id],
  )
  assert.deepEqual(record, { resource_ids: [doctor.user.id, here.id], changed_fields: ['active'] })
  await owner.send('PATCH', `/members/${doctor.user.id}`, { active: true })
  assert.equal((await here.introspect()).active, false)
})

test('the last owner who can log in is neither demoted nor disabled', async () => {
  const { clinic, owner } = await staffed()
  const absent = await person(app)
  await member(app, absent, clinic, 'owner')
  await app.sql('update staff_user set active = false where id = $1', [absent.id])
  for (const change of [{ role: 'admin' }, { active: false }]) {
    const { status, body } = await owner.send('PATCH', `/members/${owner.user.id}`, change)
    assert.deepEqual([status, body.error.code], [409, 'last_owner'])
  }
  const second = await employee(app, clinic, 'owner')
  assert.equal((await owner.send('PATCH', `/members/${owner.user.id}`, { role: 'admin' })).status, 200)
  assert.equal(
    (await second.send('PATCH', `/members/${second.user.id}`, { active: false })).body.error.code,
    'last_owner',
  )
})

test('two last owners who demote each other at the same time: one is left', async () => {
  for (let round = 0; round < 5; round++) {
    const { clinic, owner } = await staffed()
    const second = await employee(app, clinic, 'owner')
    const answers = await Promise.all([
      owner.send('PATCH', `/members/${second.user.id}`, { role: 'doctor' }),
      second.send('PATCH', `/members/${owner.user.id}`, { active: false }),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const left = await app.sql("select from membership where company_id = $1 and role = 'owner' and active", [
      clinic.company_id,
    ])
    assert.equal(left.length, 1)
  }
})

test('whatever owners and administrators do to each other at the same time, an owner is left', async () => {
  const change = fc.record({
    by: fc.nat({ max: 3 }),
    to: fc.nat({ max: 3 }),
    change: fc.constantFrom<object>(
      { role: 'owner' },
      { role: 'admin' },
      { role: 'doctor' },
      { active: false },
      { active: true },
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 8 }), async changes => {
      const clinic = await app.clinic()
      const roles = ['owner', 'owner', 'admin', 'doctor']
      const staff = await Promise.all(roles.map(role => employee(app, clinic, role)))
      const answers = await Promise.all(
        changes.map(({ by, to, change: wish }) => staff[by]?.send('PATCH', `/members/${staff[to]?.user.id}`, wish)),
      )
      assert.ok(answers.every(answer => [200, 403, 409].includes(answer?.status ?? 0)))
      const left = await app.sql("select from membership where company_id = $1 and role = 'owner' and active", [
        clinic.company_id,
      ])
      assert.ok(left.length > 0)
    }),
    { numRuns: 8 },
  )
})

test('administrators neither change an owner nor make one', async () => {
  const { clinic, owner } = await staffed()
  const admin = await employee(app, clinic, 'admin')
  const doctor = await employee(app, clinic, 'doctor')
  for (const [id, change] of [
    [owner.user.id, { role: 'doctor' }],
    [owner.user.id, { active: false }],
    [admin.user.id, { role: 'owner' }],
    [doctor.user.id, { role: 'owner' }],
  ] as const) {
    const { status, body } = await admin.send('PATCH', `/members/${id}`, change)
    assert.deepEqual([status, body.error.code], [403, 'not_permitted'])
  }
  assert.equal((await admin.send('PATCH', `/members/${doctor.user.id}`, { role: 'accountant' })).status, 200)
})

test('a member sees the branches of their practitioner, none without one, and all where that is said', async () => {
  const { clinic, owner } = await staffed()
  const branch = await app.branch(clinic)
  const [doctor, user] = [await app.doctor([branch]), await person(app)]
  await member(app, user, clinic, 'receptionist')
  type SeenBranches = { allBranches: boolean; branchIds: string[]; practitionerId: string | null }
  const change = async (wish: object) => {
    const { body } = await owner.send<SeenBranches>('PATCH', `/members/${user.id}`, wish)
    const listed = (await owner.send<(SeenBranches & Member)[]>('GET', '/members')).body.data
    assert.deepEqual(
      listed.find(({ userId }) => userId === user.id),
      body.data,
    )
    return [body.data.allBranches, body.data.branchIds, body.data.practitionerId]
  }
  assert.deepEqual(await change({ allBranches: false }), [false, [], null])
  assert.deepEqual(await change({ practitionerId: doctor.id }), [false, [branch.id], doctor.id])
  assert.deepEqual(await change({ role: 'doctor' }), [false, [branch.id], doctor.id])
  assert.deepEqual(await change({ practitionerId: null }), [false, [], null])
  assert.deepEqual(await change({ allBranches: true }), [true, [], null])
  const elsewhere = await app.doctor([await app.branch(await app.clinic())])
  const foreign = await owner.send('PATCH', `/members/${user.id}`, { practitionerId: elsewhere.id })
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'not_found'])
})

test('people of another clinic are not found', async () => {
  const { owner } = await staffed()
  const elsewhere = await employee(app, await app.clinic(), 'doctor')
  const { status, body } = await owner.send('PATCH', `/members/${elsewhere.user.id}`, { active: false })
  assert.deepEqual([status, body.error.code], [404, 'not_found'])
  assert.equal((await elsewhere.send('GET', '/session')).body.data.clinic?.role, 'doctor')
})

test('every change of who may do what leaves a record of who made it, for whom, and from where', async () => {
  const { clinic, owner } = await staffed()
  const doctor = await employee(app, clinic, 'doctor')
  const { headers } = await owner.send('PATCH', `/members/${doctor.user.id}`, { role: 'admin' })
  await owner.send('PATCH', `/members/${owner.user.id}`, { role: 'doctor' })
  const records = await app.sql(
    `select caller, operation, resource_ids, request_id, token_id, address from audit_record
     where company_id = $1 and operation <> 'logIn'`,
    [clinic.company_id],
  )
  const session = (await owner.send('GET', '/session')).body.data
  assert.deepEqual(records, [
    {
      caller: `staff ${owner.user.id}`,
      operation: 'updateMember',
      resource_ids: [doctor.user.id],
      request_id: headers.get('service-request-id'),
      token_id: session.id,
      address: records[0]?.address,
    },
  ])
  assert.match(String(records[0]?.address), /127\.0\.0\.1|::1/)
})
