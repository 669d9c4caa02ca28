import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import type { listPluginRequests } from '@clinic/contract/staff/plugin-requests.ts'
import type { listPluginTokens } from '@clinic/contract/staff/plugin-tokens.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { eventually } from '../../test/support/eventually.ts'
import { employee, type StaffAnswer } from '../../test/support/staff/staff.ts'

const app = await startApp()
const clinic = await app.clinic()
const branch = await app.branch(clinic)
const owner = await employee(app, clinic, 'owner')

type Entry = Returned<typeof listPluginRequests>

async function plugin(scopes?: readonly ScopeName[]) {
  const { installation, token } = await app.installation(clinic, scopes && { scopes })
  const logged = async (query = '') => {
    const { status, body } = await owner.send<Entry[]>('GET', `/installations/${installation.id}/requests${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${app.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    })
  const until = (count: number) => eventually(async () => (await logged('?limit=100')).length, count)
  return { id: installation.id, token, logged, request, until }
}

test('each request of a plugin has an entry, refused ones too, with what it takes to find it and nothing of its values', async () => {
  const { logged, request, until } = await plugin(['patients:read', 'patients:write'])
  const patient = await app.patient(branch)
  const body = JSON.stringify({
    branchId: branch.id,
    firstName: 'Zubaida',
    lastName: 'Al Harbi',
    phoneNumber: '+966501234567',
  })
  const post = () => request('/patients', { method: 'POST', body, headers: { 'idempotency-key': 'key-of-Zubaida' } })
  const answers = [
    await request(`/patients/${patient.id}`),
    await request('/patients?searchTerm=Zubaida&limit=5'),
    await request('/patients?limit=none&Zubaida=1'),
    await request('/patients/%2B966501234567'),
    await request('/invoices'),
    await post(),
    await post(),
    await request('/patients', {
      method: 'POST',
      body: '{"firstName":7,"Zubaida":1}',
      headers: { 'idempotency-key': 'b' },
    }),
  ]
  await until(answers.length)
  const entries = (await logged()).reverse()
  const columns = entries.map(({ method, route, operation, recordId, status, code, replayed }) => [
    ...[method, route, operation, recordId, status, code, replayed],
  ])
  const [one, all] = ['/api/v1/patients/:id', '/api/v1/patients']
  assert.deepEqual(columns, [
    ['GET', one, 'getPatient', patient.id, 200, null, false],
    ['GET', all, 'listPatients', null, 200, null, false],
    ['GET', all, 'listPatients', null, 400, 'validation_failed', false],
    ['GET', one, 'getPatient', null, 404, 'not_found', false],
    ['GET', '/api/v1/invoices', 'listInvoices', null, 403, 'insufficient_scope', false],
    ['POST', all, 'createPatient', null, 201, null, false],
    ['POST', all, 'createPatient', null, 201, null, true],
    ['POST', all, 'createPatient', null, 400, 'validation_failed', false],
  ])
  assert.deepEqual(
    entries.map(({ id }) => id),
    answers.map(({ headers }) => headers.get('service-request-id')),
  )
  assert.deepEqual(entries[1]?.parameters, ['searchTerm', 'limit'])
  assert.deepEqual(entries[2]?.invalidFields.toSorted(), ['*', 'limit'])
  assert.ok(entries[7]?.invalidFields.includes('firstName') && entries[7].invalidFields.includes('*'))
  assert.deepEqual([entries[5]?.idempotencyKey, entries[5]?.tokenHint?.slice(0, 9)], ['key-of-Z', 'plg_live_'])
  const [stored] = await app.sql<{ text: string }>(
    'select string_agg(row_to_json(l)::text, chr(10)) as text from request_log l',
  )
  assert.doesNotMatch(stored?.text ?? '', /Zubaida|Harbi|966501234567/)
})

test('a token that was revoked, has ended or comes from elsewhere is logged with its installation; an unknown one is not', async () => {
  const { id, request, logged, until } = await plugin()
  await app.sql('update plugin_token set allowed_ip_ranges = $2 where installation_id = $1', [id, ['203.0.113.0/24']])
  assert.equal((await request('/clinic')).status, 403)
  await app.sql('update plugin_token set revoked_at = now() where installation_id = $1', [id])
  assert.equal((await request('/clinic')).status, 401)
  const count = 'select count(*)::int as n from request_log'
  await until(2)
  const [before] = await app.sql<{ n: number }>(count)
  assert.equal((await app.api(`plg_live_${'0'.repeat(43)}`).get('/clinic')).status, 401)
  // What comes after the unknown one is written after it.
  assert.equal((await request('/clinic')).status, 401)
  await until(3)
  const [after] = await app.sql<{ n: number }>(count)
  assert.equal(after?.n, (before?.n ?? 0) + 1)
  assert.deepEqual(
    (await logged()).map(({ code }) => code),
    ['token_revoked', 'token_revoked', 'ip_not_allowed'],
  )
})

test('the log is narrowed by method, operation, status class, code, request and dates, and paged without loss', async () => {
  const { logged, request, until, id } = await plugin(['clinic:read'])
  for (let round = 0; round < 3; round++) for (const path of ['/clinic', '/branches', '/patients']) await request(path)
  await request('/webhook-endpoints/x/rotate-secret', { method: 'POST', headers: { 'idempotency-key': 'k' } })
  await until(10)
  const all = await logged()
  const counts = async (query: string) => (await logged(`?${query}`)).length
  assert.deepEqual(await Promise.all(['method=GET', 'method=POST', 'method=DELETE'].map(counts)), [9, 1, 0])
  assert.deepEqual(await Promise.all(['operation=getClinic', 'operation=nothing'].map(counts)), [3, 0])
  assert.deepEqual(await Promise.all(['statusClass=2xx', 'statusClass=4xx', 'statusClass=5xx'].map(counts)), [6, 4, 0])
  assert.deepEqual(await Promise.all(['code=insufficient_scope', 'code=not_found'].map(counts)), [4, 0])
  const fifth = all[4]
  assert.deepEqual(await logged(`?requestId=${fifth?.id}`), [fifth])
  assert.equal(await counts('requestId=req_unknown'), 0)
  assert.deepEqual(
    await logged(`?from=${fifth?.at}`),
    all.filter(({ at }) => at >= (fifth?.at ?? '')),
  )
  const pages: Entry[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const query: string = `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`
    const answer: StaffAnswer<Entry[]> = await owner.send<Entry[]>('GET', `/installations/${id}/requests${query}`)
    pages.push(...answer.body.data)
    cursor = answer.body.nextCursor
  }
  assert.deepEqual(pages, all)
})

test('another clinic sees no entry, and finds no such plugin', async () => {
  const { id, request, until } = await plugin()
  await request('/clinic')
  await until(1)
  const stranger = await employee(app, await app.clinic(), 'owner')
  const { status, body } = await stranger.send('GET', `/installations/${id}/requests`)
  assert.deepEqual([status, body.error.code], [404, 'not_found'])
})

test('says when a key was last used and from where, and which scopes were used for how many patients, without asking tokens anew', async () => {
  const { id, request, until } = await plugin(['patients:read', 'patients:read.pii', 'clinic:read'])
  for (let n = 0; n < 3; n++) await app.patient(branch)
  const versions = () => app.sql('select version from grant_version where company_id = $1', [clinic.company_id])
  const before = await versions()
  for (const path of ['/patients?limit=2', '/patients?limit=2', '/clinic', '/invoices']) await request(path)
  await until(4)
  const used = await app.sql(
    'select scope, requests, patients from scope_use where installation_id = $1 order by scope',
    [id],
  )
  assert.deepEqual(used, [
    { scope: 'clinic:read', requests: 1, patients: 0 },
    { scope: 'patients:read', requests: 2, patients: 4 },
    { scope: 'patients:read.pii', requests: 2, patients: 4 },
  ])
  const { body } = await owner.send<Returned<typeof listPluginTokens>[]>('GET', `/installations/${id}/tokens`)
  const [key] = body.data
  assert.equal(key?.lastAddress, '127.0.0.1')
  assert.ok(Date.now() - Date.parse(key.lastUsedAt ?? '') < 60_000)
  assert.deepEqual(await versions(), before)
})
