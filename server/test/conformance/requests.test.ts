import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApp } from '../support/app/harness.ts'
import { anyPath } from './scene.ts'
import { surfaces } from './surfaces.ts'

const app = await startApp()
// Scenes are open before the first test is told: the app ends with the last one that was.
const scenes = await Promise.all(surfaces.map(async surface => [surface, await surface.open(app)] as const))

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const MIB = 1_048_576

/** Whether a path is one of those that another stands for: its parameters take any part. */
const matches = (path: string, other: string) => new RegExp(`^${other.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

for (const [surface, { api }] of scenes) {
  const anonymous = surface.stranger(app)

  for (const path of new Set(surface.operations.map(({ path }) => path))) {
    const here = surface.operations.filter(operation => matches(path, operation.path))
    const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const taken = [...new Set(methods)].sort()

    test(`${surface.document.base}${path} takes ${taken.join(', ')} and says so to every other method, whatever comes with it`, async () => {
      const url = anyPath({ ...here[0], path } as (typeof here)[number])
      for (const method of METHODS.filter(each => !taken.includes(each))) {
        const body = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? 'no JSON' : undefined
        const answer = await anonymous.send(method, url, body, { key: null, headers: { 'content-type': 'text/plain' } })
        assert.deepEqual([method, answer.status, answer.headers.get('allow')], [method, 405, taken.join(', ')])
        if (method !== 'HEAD') assert.equal(answer.body.error.code, 'method_not_allowed')
      }
    })
  }

  for (const operation of surface.operations.filter(({ method }) => method !== 'GET' && method !== 'DELETE')) {
    const { id, method } = operation
    const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
      api.send(method, anyPath(operation), body, { headers })
    const refusal = async (answer: ReturnType<typeof send>) => {
      const { status, body } = await answer
      return [status, body.error.code]
    }

    test(`${id} takes JSON alone`, async () => {
      const TYPES = [
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ]
      for (const type of [...TYPES, 'application/jsonp', 'json', 'text/json', 'application/*', ''])
        assert.deepEqual(await refusal(send('{}', { 'content-type': type })), [415, 'unsupported_media_type'], type)
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'Application/JSON',
        'application/merge-patch+json',
      ])
        assert.notEqual((await send('{}', { 'content-type': type })).status, 415, type)
    })

    test(`${id} takes no compressed body`, async () => {
      for (const coding of ['gzip', 'br', 'deflate, identity', 'x'])
        assert.deepEqual(await refusal(send(gzipSync('{}'), { 'content-encoding': coding })), [
          415,
          'unsupported_media_type',
        ])
      assert.notEqual((await send('{}', { 'content-encoding': 'Identity' })).status, 415)
    })

    test(`${id} refuses what is no JSON, and more than 1 MiB of it`, async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000)
      const BAD = [
        '{',
        '{"a":1,}',
        "{'a':1}",
        'NaN',
        '\u{feff}{',
        '{"a":"\\ud83"}',
        '[1] 2',
        deep,
        `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`,
      ]
      const HOSTILE = ['{"__proto__":{"admin":true}}', '{"a":{"__proto__":1}}', '{"constructor":{"prototype":{"x":1}}}']
      for (const body of [...BAD, ...HOSTILE, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])])
        assert.deepEqual(await refusal(send(body)), [400, 'invalid_json'], String(body).slice(0, 40))
      assert.deepEqual(await refusal(send(`"${'x'.repeat(MIB)}"`)), [413, 'payload_too_large'])
    })
  }
}

test('an unknown path is not found, with or without a token, whatever comes with it', async () => {
  const [plugin] = surfaces
  assert.ok(plugin)
  const clients = [plugin.stranger(app), (await plugin.open(app)).api]
  for (const client of clients)
    for (const path of ['/', '', '/nothing', '/Patients', '/patients/x/y/z', '/patients//', '/../healthz2'])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const body = method === 'POST' ? 'x'.repeat(10) : undefined
        const answer = await client.send(method, path, body, { headers: { 'content-type': 'text/plain' } })
        assert.deepEqual([path, answer.status, answer.body.error.code], [path, 404, 'not_found'])
        assert.equal(answer.headers.get('service-request-id'), answer.body.error.requestId)
      }
})
