import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnv } from './env.ts'
import { requireHttps } from './https.ts'
import { SettingError } from './readers.ts'

const PUBLIC = 'https://clinic.example'
const inProduction = (settings: Record<string, string>) => () =>
  requireHttps(readEnv({ NODE_ENV: 'production', ...settings }))

const UNSAFE: [name: string, settings: Record<string, string>][] = [
  ['BASE_URL', {}],
  ['BASE_URL', { BASE_URL: 'http://clinic.example' }],
  ['BASE_URL', { BASE_URL: 'http://localhost:4000' }],
  ['WEB_ORIGIN', { BASE_URL: PUBLIC, WEB_ORIGIN: 'http://console.example' }],
  ['ASSISTANT_URL', { BASE_URL: PUBLIC, ASSISTANT_URL: 'http://clinic.example/mcp' }],
  ['ASSISTANT_URL', { BASE_URL: PUBLIC, ASSISTANT_URL: 'wss://clinic.example/mcp' }],
]
for (const [name, settings] of UNSAFE)
  test(`in production ${JSON.stringify(settings)} is refused with one line that says how to set ${name}`, () => {
    assert.throws(inProduction(settings), (error: unknown) => {
      assert.ok(error instanceof SettingError)
      assert.match(
        error.message,
        new RegExp(`^${name} must begin with https:// in production: set it to .+https://.+\\.$`),
      )
      return true
    })
  })

test('in production public addresses with https are taken, and elsewhere any', () => {
  inProduction({ BASE_URL: PUBLIC })()
  inProduction({ BASE_URL: PUBLIC, WEB_ORIGIN: `${PUBLIC}:8443`, ASSISTANT_URL: 'HTTPS://clinic.example/mcp' })()
  for (const NODE_ENV of ['development', 'test']) requireHttps(readEnv({ NODE_ENV, BASE_URL: 'http://clinic.example' }))
})

test('it listens on this machine alone, unless HOST says otherwise or it is production', () => {
  assert.equal(readEnv({}).HOST, '127.0.0.1')
  assert.equal(readEnv({ NODE_ENV: 'production' }).HOST, '0.0.0.0')
  assert.equal(readEnv({ NODE_ENV: 'production', HOST: '127.0.0.1' }).HOST, '127.0.0.1')
  assert.equal(readEnv({ HOST: '::' }).HOST, '::')
})
