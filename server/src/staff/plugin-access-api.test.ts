import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned, Static } from '@clinic/contract/kernel.ts'
import type { createPluginToken, listPluginTokens } from '@clinic/contract/staff/plugin-tokens.ts'
import type { WebhookEndpointWithSecret } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { employee } from '../../test/support/staff/staff.ts'

const app = await startApp()
const clinic = await app.clinic()
const owner = await employee(app, clinic, 'owner')

type Key = Returned<typeof createPluginToken>
type Endpoint = Static<typeof WebhookEndpointWithSecret>

const DAY_MS = 86_400_000
const EVENTS = ['appointment.created', 'invoice.paid'] as const
const installed = async () => {
  const { installation, token } = await app.installation(clinic, { events: [...EVENTS] })
  return { path: `/installations/${installation.id}`, token }
}
const statusOf = async (token: string) => (await app.api(token).get('/installation')).status
const send = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await owner.send<unknown>(method, path, body)
  return status < 300 ? status : answer.error.code
}
async function makeKey(path: string, wish: object = {}): Promise<Key> {
  const { status, body } = await owner.send<Key>('POST', `${path}/tokens`, { name: 'Server', ...wish })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}
const daysLeft = ({ expiresAt, createdAt }: Pick<Key, 'expiresAt' | 'createdAt'>) =>
  expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS

test('a key that a person makes ends after a year, as said, or never; its text is shown once', async () => {
  const { path } = await installed()
  const [usual, short, endless] = [
    await makeKey(path),
    await makeKey(path, { expiresInDays: 30 }),
    await makeKey(path, { expiresInDays: null }),
  ]
  assert.deepEqual([usual, short, endless].map(daysLeft), [365, 30, null])
  assert.deepEqual(await Promise.all([usual, short, endless].map(({ token }) => statusOf(token))), [200, 200, 200])
  const { body } = await owner.send<Returned<typeof listPluginTokens>[]>('GET', `${path}/tokens`)
  const text = JSON.stringify(body)
  assert.ok([usual, short, endless].every(({ token, id }) => !text.includes(token) && text.includes(id)))
  assert.equal(body.data.find(({ id }) => id === usual.id)?.createdBy, owner.user.id)
})

test('an eleventh key is refused until one ends, also for ten that are asked for at the same time', async () => {
  const { path } = await installed()
  const answers = await Promise.all(
    Array.from({ length: 11 }, () => send('POST', `${path}/tokens`, { name: 'Server' })),
  )
  assert.deepEqual(answers.filter(answer => answer === 201).length, 9)
  assert.ok(answers.every(answer => answer === 201 || answer === 'validation_failed'))
  const { body } = await owner.send<Key[]>('GET', `${path}/tokens`)
  assert.equal(await send('DELETE', `${path}/tokens/${body.data[0]?.id}`), 200)
  assert.equal(await send('POST', `${path}/tokens`, { name: 'Server' }), 201)
})

test('a rotated key is replaced by one like it, and works for the overlap and no longer', async () => {
  const { path } = await installed()
  const old = await makeKey(path, { expiresInDays: 30, allowedIpRanges: ['127.0.0.0/8'] })
  const rotate = (id: string, overlapHours: number) =>
    owner.send<Key>('POST', `${path}/tokens/${id}/rotate`, { overlapHours })
  const { data: fresh } = (await rotate(old.id, 2)).body
  assert.deepEqual([fresh.allowedIpRanges, fresh.name, daysLeft(fresh)], [['127.0.0.0/8'], 'Server', 30])
  assert.deepEqual([await statusOf(old.token), await statusOf(fresh.token)], [200, 200])
  const { body } = await owner.send<Key[]>('GET', `${path}/tokens`)
  const ends = body.data.find(({ id }) => id === old.id)?.expiresAt ?? ''
  assert.equal((Date.parse(ends) - Date.parse(fresh.createdAt)) / 3_600_000, 2)
  await rotate(fresh.id, 0)
  assert.equal(await statusOf(fresh.token), 401)
  assert.equal((await rotate(fresh.id, 0)).body.error.code, 'invalid_state_transition')
})

test('a key may be renamed and end sooner, never later', async () => {
  const { path } = await installed()
  const key = await makeKey(path, { expiresInDays: 30 })
  const change = (changes: object) => send('PATCH', `${path}/tokens/${key.id}`, changes)
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  assert.equal(await change({ name: 'Old server', expiresAt: inDays(10) }), 200)
  assert.equal(await change({ expiresAt: inDays(20) }), 'validation_failed')
  assert.equal(await change({ expiresAt: inDays(-1) }), 200)
  assert.equal(await statusOf(key.token), 401)
})

test('events go to the addresses that the clinic says, of granted types alone; each secret is shown once', async () => {
  const { path } = await installed()
  const url = 'https://93.184.215.14/webhook'
  const { status, body } = await owner.send<Endpoint>('POST', `${path}/endpoints`, { url, events: [EVENTS[0]] })
  assert.equal(status, 201)
  assert.match(body.data.signingSecret, /^whsec_/)
  const endpoint = `${path}/endpoints/${body.data.id}`
  assert.equal(await send('POST', `${path}/endpoints`, { url, events: ['lead.created'] }), 'event_not_granted')
  const internal = { url: 'https://10.0.0.1/hook', events: [EVENTS[0]] }
  assert.equal(await send('POST', `${path}/endpoints`, internal), 'destination_not_allowed')
  assert.equal(await send('PATCH', endpoint, { url: internal.url }), 'destination_not_allowed')
  assert.equal(await send('PATCH', endpoint, { events: [EVENTS[1]] }), 200)
  const rotated = await owner.send<Endpoint>('POST', `${endpoint}/rotate-secret`, {})
  assert.notEqual(rotated.body.data.signingSecret, body.data.signingSecret)
  const listed = JSON.stringify((await owner.send('GET', `${path}/endpoints`)).body)
  assert.ok(!listed.includes('whsec_'))
  const other = await installed()
  for (const [method, part] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
  ] as const)
    assert.equal(await send(method, `${other.path}/endpoints/${body.data.id}${part}`, {}), 'not_found', method)
  assert.equal(await send('DELETE', endpoint), 200)
})
