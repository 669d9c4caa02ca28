import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { LabOrder } from '@clinic/sdk'
import { deliver, fakeClinic, fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'
import { openDatabase } from '../src/database.ts'
import { invite } from '../src/entrance.ts'
import { hearing } from '../src/hear.ts'
import { ordersOf, round } from '../src/orders.ts'
import { type Portal, UNKNOWN } from '../src/portal.ts'
import { serverOf } from '../src/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'lab-portal-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const NOW = new Date('2026-11-02T09:00:00.000Z')
const HOSTILE = '<img src=x onerror=alert(1)>"\'&'

type Order = Partial<LabOrder> & { id: string }
const order = (id: string, wishes: Partial<LabOrder> = {}): Order => ({
  ...{
    id,
    labId: 'lab_1',
    name: `Crown ${id}`,
    status: 'pending',
    patientId: 'pat_1',
    operationId: 'opr_1',
    due: null,
  },
  ...{ details: null, shade: 'A2', tooth: [11], items: 1, updatedAt: '2026-11-01T09:00:00.000Z', ...wishes },
})

interface World {
  orders: Order[]
  grantedScopes: string[]
  refuses?: Response
}

const refusal = (status: number, code: string): Response =>
  Response.json({ error: { code, message: code, requestId: 'req_1' } }, { status })

/** A portal on a port of its own, and a clinic behind it. */
async function started(wishes: Partial<World> = {}) {
  const world: World = { orders: [order('lbo_1')], grantedScopes: [], ...wishes }
  const uploaded: string[] = []
  const fake = fakeClinic({
    'clinic.get': { name: HOSTILE, timeZone: 'Asia/Riyadh' },
    'installation.get': () => ({
      grantedScopes: world.grantedScopes,
      settings: { linkHours: 2, contact: '+966500000001' },
    }),
    'labs.list': [
      { id: 'lab_1', name: HOSTILE, disabled: false },
      { id: 'lab_2', name: 'Other', disabled: false },
    ],
    'labOrders.list': () => world.orders,
    'labOrders.get': ({ id }) => world.orders.find(one => one.id === id) ?? {},
    'labOrders.update': ({ id, received, delivered }) => ({
      ...world.orders.find(one => one.id === id),
      ...{ status: delivered ? 'delivered' : received ? 'received' : 'pending', updatedAt: '2026-11-02T09:00:00.000Z' },
    }),
    'patients.get': { fullName: `Huda ${HOSTILE}` },
    'files.list': [
      { id: 'fil_1', name: `Huda.pdf`, contentType: 'application/pdf', downloadUrl: 'https://files.test/1?signed' },
    ],
    'files.requestUpload': () => ({ fileId: 'fil_2', uploadUrl: 'http://storage.invalid/', fields: { token: 't' } }),
    'files.confirmUpload': () => world.refuses ?? { id: 'fil_2' },
  })
  const clinic = fake.clinic.with({
    fetch: async (target, init) => {
      if (!String(target).startsWith('http://storage.invalid')) return fake.fetch(target, init)
      const form = await new Request(target, init).formData()
      const file = form.get('file')
      if (file instanceof File) uploaded.push(`${file.name} ${file.type} ${file.size}`)
      return new Response(null, { status: 204 })
    },
  })
  const told: string[] = []
  const portal: Portal = {
    ...{
      clinic,
      publicUrl: 'http://localhost',
      now: () => NOW,
      log: message => void told.push(message),
      isOver: false,
    },
    ...{ database: openDatabase(join(folder, `${Math.random()}.sqlite`)), known: UNKNOWN },
  }
  await round(portal)
  const server = serverOf(portal, hearing(portal, TEST_SECRET)).listen(0, '127.0.0.1')
  after(() => void server.close().closeAllConnections())
  await new Promise(resolve => server.once('listening', resolve))
  const address: AddressInfo | string | null = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { ...fake, world, portal, url, uploaded, told }
}
type Started = Awaited<ReturnType<typeof started>>

/** A browser that keeps cookies and does not follow on by itself. */
function browser({ url }: Started, language = 'en') {
  const cookies = new Map<string, string>()
  return async (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ 'accept-language': language, ...init.headers })
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return {
      status: response.status,
      to: response.headers.get('location'),
      page: await response.text(),
      headers: response.headers,
    }
  }
}

const press = (fields: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

/** The browser of a lab that has come in. */
async function entered(scene: Started, language?: string, labId = 'lab_1') {
  const visit = browser(scene, language)
  const { pathname } = new URL(invite(scene.portal, labId))
  assert.equal((await visit(pathname, press())).to, '/')
  return visit
}

test('a link lets a lab in once: looking at it does not use it up, and it ends with its time', async () => {
  const scene = await started()
  const { pathname } = new URL(invite(scene.portal, 'lab_1'))
  const [one, two] = [browser(scene), browser(scene)]
  assert.deepEqual([(await one(pathname)).status, (await two('/')).status], [200, 403])
  const { status, headers } = await one(pathname, press())
  assert.deepEqual([status, (await one('/')).status, (await two(pathname, press())).status], [303, 200, 403])
  assert.match(headers.getSetCookie().join(), /session=[\w-]{32}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict/)
  const late = new URL(invite({ ...scene.portal, now: () => new Date(NOW.getTime() - 3 * 3_600_000) }, 'lab_1'))
  assert.equal((await two(late.pathname, press())).status, 403)
  await one('/leave', press())
  assert.equal((await one('/')).status, 403)
})

test('a lab sees its own orders alone, whatever address it tries', async () => {
  const scene = await started({ orders: [order('lbo_1'), order('lbo_2', { labId: 'lab_2', name: 'Of another' })] })
  const visit = await entered(scene)
  const { page } = await visit('/')
  assert.ok(page.includes('Crown lbo_1') && !page.includes('Of another'))
  const paths = ['/orders/lbo_2', '/orders/lbo_2/files/fil_1', '/orders/unknown', '/elsewhere']
  for (const path of paths) assert.equal((await visit(path)).status, 404, path)
  assert.equal((await visit('/orders/lbo_2/state', press({ state: 'delivered' }))).status, 404)
  scene.portal.database.run("update lab set disabled = 1 where id = 'lab_1'")
  assert.equal((await visit('/')).status, 403)
})

test('names of patients are shown where the clinic grants it, and otherwise stand in no page, not even as a file name', async () => {
  const scene = await started()
  const visit = await entered(scene)
  const hidden = (await visit('/orders/lbo_1')).page
  assert.ok(!hidden.includes('Huda') && hidden.includes('File 1 (application/pdf)'))
  assert.ok(!scene.requests.some(({ operation }) => operation === 'patients.get'))
  scene.world.grantedScopes = ['patients:read', 'patients:read.pii']
  const hear = hearing(scene.portal, TEST_SECRET)
  await deliver(hear, [fixture('plugin.settings.updated')])
  const shown = (await visit('/orders/lbo_1')).page
  assert.ok(shown.includes('Huda &#60;img') && shown.includes('Huda.pdf') && !shown.includes('<img'))
})

test('every text of a person is text: names of the clinic, the lab, the order, its remarks and its shade', async () => {
  const scene = await started({ orders: [order('lbo_1', { name: HOSTILE, details: HOSTILE, shade: HOSTILE })] })
  for (const language of ['en', 'ar']) {
    const visit = await entered(scene, language)
    for (const path of ['/', '/orders/lbo_1']) {
      const { page, headers } = await visit(path)
      assert.ok(!page.includes('<img') && page.includes('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;'), path)
      assert.match(page, language === 'ar' ? /<html lang="ar" dir="rtl">/ : /<html lang="en" dir="ltr">/)
      assert.match(String(headers.get('content-security-policy')), /default-src 'none'/)
    }
    assert.match((await visit('/?lang=ar')).page, /lang="ar"/)
    assert.match((await visit('/')).page, /lang="ar"/)
  }
})

test('a file is opened by an address that is fresh each time; a form of another site presses nothing', async () => {
  const scene = await started()
  const visit = await entered(scene)
  const { status, to } = await visit('/orders/lbo_1/files/fil_1')
  assert.deepEqual([status, to], [303, 'https://files.test/1?signed'])
  assert.equal((await visit('/orders/lbo_1/files/fil_other')).status, 404)
  const foreign = { ...press({ state: 'delivered' }), headers: { origin: 'https://elsewhere.example' } }
  assert.equal((await visit('/orders/lbo_1/state', foreign)).status, 405)
  assert.equal((await visit('/orders/lbo_1/state', press({ state: 'received' }))).status, 303)
  assert.match((await visit('/?state=received')).page, /Crown lbo_1/)
})

const photo = (name: string, type: string, size = 100): RequestInit => {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(size).fill(7)], name, { type }))
  return { method: 'POST', body }
}

test('a photograph is added once, under a name that leads nowhere; what is no photograph, too large or refused is said', async () => {
  const scene = await started()
  const visit = await entered(scene)
  const add = (init: RequestInit) => visit('/orders/lbo_1/files', init)
  assert.equal((await add(photo('../of\u202e a.jpg', 'image/jpeg'))).status, 303)
  assert.equal((await add(photo('again.jpg', 'image/jpeg'))).status, 303)
  assert.deepEqual(scene.uploaded, ['..-of- a.jpg image/jpeg 100'])
  const request = scene.requests.find(({ operation }) => operation === 'files.requestUpload')
  assert.deepEqual([request?.input.operationId, request?.idempotencyKey?.slice(0, 10)], ['opr_1', 'lab-lbo_1-'])
  assert.equal((await add(photo('page.html', 'text/html'))).status, 415)
  assert.equal((await add({ method: 'POST', body: 'no form' })).status, 415)
  assert.equal((await add(photo('film.jpg', 'image/jpeg', 21 * 1024 * 1024))).status, 413)
  scene.world.refuses = refusal(422, 'upload_mismatch')
  assert.equal((await add(photo('other.jpg', 'image/jpeg', 50))).status, 422)
})

test('orders come by events, in any order and twice, and what is older changes nothing', async () => {
  const scene = await started({ orders: [] })
  const hear = hearing(scene.portal, TEST_SECRET)
  scene.world.orders = [order('lbo_9', { status: 'received', updatedAt: '2026-11-02T08:00:00.000Z' })]
  const data = { id: 'lbo_9' }
  const events = [fixture('laborder.created', { data }), fixture('laborder.received', { data })]
  await deliver(hear, events, { duplicate: true, shuffle: 3 })
  scene.world.orders = [order('lbo_9')]
  await deliver(hear, [fixture('laborder.updated', { data })])
  assert.deepEqual(
    ordersOf(scene.portal.database, 'lab_1', 'received').map(({ id }) => id),
    ['lbo_9'],
  )
  const [event] = events
  assert.ok(event)
  assert.equal((await hear(await signed(event, { spoil: 'signature' }))).status, 401)
})

test('once the token is revoked the portal is closed and silent; removed, it keeps nothing', async () => {
  const scene = await started()
  const visit = await entered(scene)
  let calls = 0
  const clinic = scene.portal.clinic.with({
    fetch: async () => {
      calls++
      return refusal(401, 'token_revoked')
    },
  })
  const revoked = { ...scene.portal, clinic }
  const hear = hearing(revoked, TEST_SECRET)
  await deliver(hear, [fixture('laborder.created'), fixture('laborder.updated')])
  assert.deepEqual([calls, revoked.isOver], [1, true])
  await deliver(hear, [fixture('installation.uninstalled')])
  assert.equal((await visit('/')).status, 403)
  assert.deepEqual(ordersOf(scene.portal.database, 'lab_1', 'pending'), [])
})
