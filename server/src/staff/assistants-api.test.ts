import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASSISTANT_SCOPES, isAssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { assistantClient, connection } from '../../test/support/oauth/assistants.ts'
import { employee, member } from '../../test/support/staff/staff.ts'
import { accesses } from '../domain/assistants/connections.ts'

const app = await startApp()
const DAY_MS = 86_400_000
type Connection = {
  id: string
  client: { id: string; name: string; host: string | null; verified: boolean }
  scopes: { name: string; sensitive: boolean; en: string; ar: string }[]
  callsIn30Days: number
  endsAt: string
  connectedAt: string
  user: { id: string; name: string }
}
type Access = { id: string; at: string; operation: string; patientCount: number; resourceIds: string[] }
const POLICY = {
  enabled: true,
  mode: 'ANY',
  allowedClientIds: [],
  blockedClientIds: [],
  patientContacts: false,
  maxDays: 90,
}

async function staffed() {
  const clinic = await app.clinic()
  const owner = await employee(app, clinic, 'owner')
  const doctor = await employee(app, clinic, 'doctor')
  return { clinic, owner, doctor }
}
const idsOf = (connections: Connection[]) => connections.map(({ id }) => id).sort()
const mine = async ({ send }: Pick<Awaited<ReturnType<typeof employee>>, 'send'>) =>
  (await send<Connection[]>('GET', '/assistants')).body.data

let calls = 0
const asOf = (at: string) => ({ at, recorded_at: at })
/** The connection was used, so long ago. */
const used = (
  clinic: { company_id: string },
  id: string,
  {
    days = 0,
    patients = 1,
    operation = 'get_patient',
    outcome,
  }: { days?: number; patients?: number; operation?: string; outcome?: string } = {},
) =>
  app.insert('audit_record', {
    company_id: clinic.company_id,
    ...asOf(new Date(Date.now() - days * DAY_MS - ++calls).toISOString()),
    request_id: `req_${String(calls).padStart(26, '0')}`,
    caller: `assistant ${id}`,
    operation,
    resource_ids: ['pat_one'],
    patient_ids: Array.from({ length: patients }, (_, index) => `pat_${index}`),
    field_scopes: [],
    details: outcome === undefined ? null : JSON.stringify({ outcome }),
  })

test('shows one’s own connections in this clinic, what each may read in plain words, and how often it did', async () => {
  const { clinic, owner, doctor } = await staffed()
  const other = await app.clinic()
  await member(app, doctor.user, other)
  const client = await assistantClient(app, { kind: 'cimd', id: `https://assistant.example/${clinic.company_id}.json` })
  const own = await connection(app, {
    clinic,
    user: doctor.user,
    client,
    scope: 'schedule:read clinical:read patients:read.pii',
  })
  await connection(app, { clinic, user: owner.user })
  await connection(app, { clinic: other, user: doctor.user })
  await doctor.send('PUT', '/session/clinic', { clinicId: clinic.company_id })
  for (const days of [0, 1, 29, 31]) await used(clinic, own.id, { days })
  const [shown, ...others] = await mine(doctor)
  assert.deepEqual(others, [])
  assert.deepEqual(shown?.client, {
    id: client.client_id,
    name: client.name,
    host: 'assistant.example',
    verified: true,
  })
  assert.deepEqual(
    shown?.scopes.map(({ name, sensitive }) => [name, sensitive]),
    [
      ['schedule:read', false],
      ['clinical:read', true],
    ],
  )
  // The list is that of the consent page.
  for (const { name, sensitive } of shown?.scopes ?? [])
    assert.equal(isAssistantScope(name) && ASSISTANT_SCOPES[name].sensitive, sensitive, name)
  assert.ok(shown?.scopes.every(({ en, ar }) => en.length > 10 && /[\u0600-\u06ff]/.test(ar)))
  assert.deepEqual([shown?.id, shown?.callsIn30Days, shown?.user.id], [own.id, 3, doctor.user.id])
  assert.equal(Date.parse(shown?.endsAt ?? '') - Date.parse(shown?.connectedAt ?? ''), 90 * DAY_MS)
})

test('disconnecting works immediately, twice is as good as once, and no other person may do it', async () => {
  const { clinic, owner, doctor } = await staffed()
  const own = await connection(app, { clinic, user: doctor.user })
  const colleague = await connection(app, { clinic, user: owner.user })
  for (const send of [doctor.send, (await employee(app, await app.clinic(), 'owner')).send]) {
    const { status, body } = await send('DELETE', `/assistants/${colleague.id}`)
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  }
  for (const _ of [1, 2]) {
    const { status, body } = await doctor.send<object>('DELETE', `/assistants/${own.id}`)
    assert.deepEqual([status, body.data], [200, { id: own.id, disconnected: true }])
    assert.deepEqual(await own.introspect(), { active: false })
  }
  assert.equal((await colleague.introspect()).active, true)
  assert.deepEqual(await mine(doctor), [])
})

test('disconnects all of one’s own, here alone', async () => {
  const { clinic, owner, doctor } = await staffed()
  const other = await app.clinic()
  const own = [
    await connection(app, { clinic, user: doctor.user }),
    await connection(app, { clinic, user: doctor.user }),
  ]
  const [colleague, elsewhere] = [
    await connection(app, { clinic, user: owner.user }),
    await connection(app, { clinic: other, user: doctor.user }),
  ]
  assert.deepEqual((await doctor.send<object>('DELETE', '/assistants')).body, { data: { disconnected: 2 } })
  const [record] = await app.sql<{ ids: string[] }>(
    "select resource_ids as ids from audit_record where company_id = $1 and operation = 'disconnectAllAssistants'",
    [clinic.company_id],
  )
  assert.deepEqual(new Set(record?.ids), new Set([clinic.company_id, ...own.map(({ id }) => id)]))
  await member(app, doctor.user, other)
  const active = await Promise.all([...own, colleague, elsewhere].map(async each => (await each.introspect()).active))
  assert.deepEqual(active, [false, false, true, true])
})

test('owners see and end the connections of all staff of their clinic, and of no other', async () => {
  const { clinic, owner, doctor } = await staffed()
  const [one, two] = [
    await connection(app, { clinic, user: doctor.user }),
    await connection(app, { clinic, user: owner.user }),
  ]
  const stranger = await staffed()
  const foreign = await connection(app, { clinic: stranger.clinic, user: stranger.doctor.user })
  const all = async () => (await owner.send<Connection[]>('GET', '/clinic/assistants')).body.data
  assert.deepEqual(idsOf(await all()), [one.id, two.id].sort())
  assert.equal((await owner.send('DELETE', `/clinic/assistants/${foreign.id}`)).status, 404)
  assert.equal((await owner.send('DELETE', `/clinic/assistants/${one.id}`)).status, 200)
  assert.deepEqual([(await one.introspect()).active, (await foreign.introspect()).active], [false, true])
  assert.deepEqual(idsOf(await all()), [two.id])
  const [record] = await app.sql(
    'select caller, resource_ids from audit_record where operation = $1 and company_id = $2',
    ['disconnectClinicAssistant', clinic.company_id],
  )
  assert.deepEqual(record, { caller: `staff ${owner.user.id}`, resource_ids: [one.id] })
})

test('what an own assistant did is read page by page, newest first, also after it was disconnected', async () => {
  const { clinic, owner, doctor } = await staffed()
  const own = await connection(app, { clinic, user: doctor.user })
  const other = await connection(app, { clinic, user: doctor.user })
  for (let days = 0; days < 7; days++) await used(clinic, own.id, { days, patients: days })
  await used(clinic, other.id)
  await doctor.send('DELETE', `/assistants/${own.id}`)
  const seen: Access[] = []
  let cursor = ''
  do {
    const { body } = await doctor.send<Access[]>(
      'GET',
      `/assistants/${own.id}/accesses?limit=3${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...body.data)
    cursor = body.nextCursor ?? ''
    assert.equal(body.hasMore, cursor !== '')
  } while (cursor)
  assert.deepEqual(
    seen.map(({ patientCount }) => patientCount),
    [0, 1, 2, 3, 4, 5, 6],
  )
  assert.equal(new Set(seen.map(({ id }) => id)).size, 7)
  assert.equal((await owner.send('GET', `/assistants/${own.id}/accesses`)).status, 404)
  const ofClinic = await owner.send<Access[]>('GET', `/clinic/assistants/${own.id}/accesses`)
  assert.deepEqual(ofClinic.body.data, seen)
  const foreign = await staffed()
  assert.equal((await foreign.owner.send('GET', `/clinic/assistants/${own.id}/accesses`)).status, 404)
  const wrong = await doctor.send('GET', `/assistants/${other.id}/accesses?cursor=nonsense`)
  assert.equal(wrong.body.error.code, 'invalid_cursor')
})

test('the log tells what was read from what was refused or failed', async () => {
  const { clinic, doctor } = await staffed()
  const { id } = await connection(app, { clinic, user: doctor.user })
  for (const outcome of ['ok', 'refused', 'failed']) await used(clinic, id, { operation: outcome, outcome })
  await used(clinic, id, { operation: 'of old' })
  const { body } = await doctor.send<(Access & { refused: boolean })[]>('GET', `/assistants/${id}/accesses`)
  assert.deepEqual(Object.fromEntries(body.data.map(({ operation, refused }) => [operation, refused])), {
    ok: false,
    refused: true,
    failed: true,
    'of old': false,
  })
})

test('the log of an assistant is read off an index of its own, however much others did', async () => {
  const { company_id: clinic } = await app.clinic()
  await app.sql(
    `insert into audit_record (company_id, at, recorded_at, request_id, caller, operation, resource_ids, patient_ids, field_scopes)
     select $1, now() - n * interval '1 minute', now() - n * interval '1 minute', 'req_' || n, case when n % 100 = 0 then 'assistant ogr_' || n % 300 else 'installation ins_one' end,
       'x', '{}', '{}', '{}' from generate_series(1, 20000) as n`,
    [clinic],
  )
  await app.sql('analyze audit_record')
  const asked = "where t.company_id = $1 and t.caller = 'assistant ogr_0'"
  const plans = await Promise.all(
    [
      `select t.id from ${accesses.from} ${asked} order by t.created_at desc, t.id desc limit 26`,
      `select count(*) from ${accesses.from} ${asked} and t.created_at > now() - interval '30 days'`,
    ].map(text => app.sql<{ 'QUERY PLAN': string }>(`explain ${text.replaceAll('$1', `'${clinic}'`)}`)),
  )
  for (const plan of plans) {
    const text = plan.map(line => line['QUERY PLAN']).join('\n')
    assert.match(text, /Index (?:Only )?Scan[^\n]*caller|Bitmap Index Scan[^\n]*caller/, text)
    assert.doesNotMatch(text, /Seq Scan/, text)
  }
})

test('the policy is what was put, and ends immediately the connections that it does not allow', async () => {
  const { clinic, owner, doctor } = await staffed()
  const policy = async () => (await owner.send<{ version: number }>('GET', '/clinic/assistant-policy')).body.data
  assert.deepEqual(await policy(), { ...POLICY, version: 1 })
  const own = await connection(app, { clinic, user: doctor.user })
  const kept = await connection(app, { clinic, user: doctor.user })
  const put = async (wanted: object) =>
    owner.send<object>('PUT', '/clinic/assistant-policy', wanted, { 'if-match': `"${(await policy()).version}"` })
  const listed = { ...POLICY, mode: 'LISTED', allowedClientIds: [kept.clientId], patientContacts: true, maxDays: 30 }
  const { status, body } = await put(listed)
  assert.deepEqual([status, body.data, await policy()], [200, ...[1, 2].map(() => ({ ...listed, version: 2 }))])
  assert.deepEqual([(await own.introspect()).active, (await kept.introspect()).active], [false, true])
  await put(POLICY)
  assert.equal((await own.introspect()).active, false)
  const [shown] = await mine(doctor)
  assert.equal(Date.parse(shown?.endsAt ?? '') - Date.parse(shown?.connectedAt ?? ''), 90 * DAY_MS)
  await put({ ...POLICY, enabled: false })
  assert.deepEqual([(await kept.introspect()).active, await mine(doctor)], [false, []])
  for (const wrong of [
    { ...POLICY, maxDays: 91 },
    { ...POLICY, maxDays: 0 },
    { ...POLICY, mode: 'SOME' },
    { enabled: true },
  ])
    assert.equal((await put(wrong)).status, 400)
})

test('a person who asks everybody for a second factor has one, and those without are out immediately, their assistants too', async () => {
  const { clinic, owner, doctor } = await staffed()
  const put = (by: typeof owner, secondFactorRequired: boolean, version = {}) =>
    by.send('PUT', '/clinic/security', { secondFactorRequired }, version)
  assert.equal((await put(owner, true)).body.error.code, 'second_factor_required')
  const strong = await employee(app, clinic, 'admin', { totp: true })
  const without = await connection(app, { clinic, user: doctor.user })
  assert.equal((await put(strong, true)).status, 200)
  assert.deepEqual((await strong.send<object>('GET', '/clinic/security')).body.data, {
    secondFactorRequired: true,
    version: 2,
  })
  assert.equal((await doctor.send('GET', '/session')).body.data.clinic, null)
  assert.equal((await doctor.send('GET', '/assistants')).body.error.code, 'second_factor_required')
  assert.equal((await without.introspect()).active, false)
  // It is of the same clinic, and another setting: the version before it is no older for that.
  const policy = await strong.send<object>('PUT', '/clinic/assistant-policy', { ...POLICY, maxDays: 30 })
  assert.deepEqual([policy.status, policy.body.data], [200, { ...POLICY, maxDays: 30, version: 3 }])
  assert.equal((await put(strong, false, { 'if-match': '"2"' })).status, 200)
  assert.equal((await doctor.send('GET', '/assistants')).status, 200)
})
