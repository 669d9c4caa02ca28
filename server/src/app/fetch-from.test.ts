import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createOwnPlugin, listOwnPlugins, updateOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { checkPublisherHost } from '@clinic/contract/publisher/publishers.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { openPublisherScene } from '../../test/support/publisher/scene.ts'
import { createEgress } from '../egress/agent.ts'
import { fetchFrom } from './fetch-from.ts'

const app = await startApp()
const scene = await openPublisherScene(app)
const { api, publisherId } = scene

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 7)])
const files = new Map<string, Buffer>()
const asked: string[] = []
let isDown = false
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (isDown) return void response.writeHead(503).end()
  if (request.url === '/moved') return void response.writeHead(302, { location: '/icon.png' }).end()
  const file = files.get(request.url ?? '')
  response.writeHead(file ? 200 : 404, { 'content-type': 'text/html' }).end(file)
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
atEnd(() => void server.close())
const address = server.address()
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const site = `https://${host}`

const PROOF = '/.well-known/clinic-publisher.txt'
const check = async () => (await api.call(checkPublisherHost, { publisherId })).body.data
const verified = async () => {
  const { result, verifiedHost } = await check()
  return [result, verifiedHost]
}

test('a host is verified by a line that is the id of the publisher and nothing else, not any more when that goes, and is what it was while it is down', async () => {
  await app.sql('update publisher set website = $2 where id = $1', [publisherId, `${site}/start`])
  assert.deepEqual(await verified(), ['NOT_NAMED', null])
  files.set(PROOF, Buffer.from(`# ours\n${publisherId}x\nx ${publisherId}\n`))
  assert.deepEqual(await verified(), ['NOT_NAMED', null])
  files.set(PROOF, Buffer.from(`pub_another\r\n  ${publisherId}  \r\n`))
  assert.deepEqual(await check(), {
    ...{ id: publisherId, url: `${site}${PROOF}`, line: publisherId, result: 'VERIFIED', verifiedHost: host },
  })
  isDown = true
  assert.deepEqual(await verified(), ['UNREACHABLE', host])
  isDown = false
  files.delete(PROOF)
  assert.deepEqual(await verified(), ['NOT_NAMED', null])
  files.set(PROOF, Buffer.from(publisherId))
  assert.deepEqual(await verified(), ['VERIFIED', host])
  files.set(PROOF, Buffer.alloc(20_000, 10))
  assert.deepEqual(await verified(), ['NOT_NAMED', null])
})

test('a picture is fetched once, taken by how it begins, and served under a name of its own', async () => {
  files.set('/icon.png', PNG)
  const wish = { publisherId, slug: `icon-${scene.next()}`, iconUrl: `${site}/icon.png` }
  const { body, status, text } = await api.call(createOwnPlugin, wish)
  assert.equal(status, 201, text)
  const { id, icon } = body.data
  assert.match(icon ?? '', /^\/plugin-icons\/plu_\w+-[0-9a-f]{16}$/)
  const served = await fetch(`${app.url}${icon}`)
  const { headers } = served
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), PNG)
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'cache-control'].map(name => headers.get(name)),
    ['image/png', 'nosniff', 'public, max-age=31536000, immutable'],
  )
  assert.equal(asked.filter(url => url === '/icon.png').length, 1)
  const unknown = await fetch(`${app.url}/plugin-icons/${id}-0000000000000000`)
  assert.deepEqual([unknown.status, unknown.headers.get('cache-control')], [404, 'no-store'])
  await api.call(updateOwnPlugin, { publisherId, id, category: 'Other' })
  const own = async () => (await api.list(listOwnPlugins, { publisherId })).body.data.find(one => one.id === id)?.icon
  assert.equal(await own(), icon)
  await api.call(updateOwnPlugin, { publisherId, id, iconUrl: null })
  assert.equal(await own(), null)
})

test('what is no picture, is too large, moved or cannot be had is refused at its field, and the old one stays', async () => {
  files.set('/svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'))
  files.set('/large.png', Buffer.concat([PNG, Buffer.alloc(262_144)]))
  files.set('/most.png', Buffer.concat([PNG, Buffer.alloc(262_144 - PNG.length)]))
  files.set('/icon.webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'))
  files.set('/icon.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'))
  const { body } = await api.call(createOwnPlugin, { publisherId, slug: `icon-${scene.next()}` })
  const put = async (path: string) => {
    const answer = await api.call(updateOwnPlugin, { publisherId, id: body.data.id, iconUrl: `${site}${path}` })
    return answer.status === 200
      ? 'taken'
      : answer.body.error.details?.issues?.map(({ path, code }) => `${path} ${code}`)
  }
  for (const path of ['/icon.webp', '/icon.jpg', '/most.png']) assert.equal(await put(path), 'taken')
  const refused = { '/svg': 'format', '/large.png': 'too_large', '/moved': 'unreachable', '/gone': 'unreachable' }
  for (const [path, code] of Object.entries(refused)) assert.deepEqual(await put(path), [`/iconUrl ${code}`], path)
})

test('beyond a developer’s own machine nothing private is asked, over nothing but TLS, and nothing is followed', async () => {
  const egress = createEgress({ allowPrivate: true })
  atEnd(() => egress.close())
  const read = fetchFrom(egress, false)
  asked.length = 0
  files.set('/icon.png', PNG)
  const inside = [
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
    'metadata.google.internal',
    '0x7f.1',
  ]
  for (const name of inside)
    for (const scheme of ['http', 'https'])
      assert.equal(await read(`${scheme}://${name}:${host.split(':')[1]}/icon.png`, 1000), 'unreachable', name)
  assert.deepEqual(asked, [])
})
