import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { scratchFolder } from '../db/scratch.ts'
import { readEnv } from './env.ts'
import { exampleEnv } from './env-example.ts'
import { SettingError } from './readers.ts'
import { environmentOf, readEnvOf } from './role-env.ts'
import { ROLE_NAMES } from './roles.ts'
import { SETTINGS } from './settings.ts'

test('.env.example lists every setting with its default (else: npm run env:example)', async () => {
  assert.equal(await readFile(new URL('../../../.env.example', import.meta.url), 'utf8'), exampleEnv())
})

test('every default is a valid value of its setting', () => {
  assert.deepEqual(Object.keys(readEnv({})), Object.keys(SETTINGS))
})

test('every setting says which processes get it: roles, or else the supervisor alone', () => {
  for (const [name, { processes }] of Object.entries(SETTINGS)) {
    const given: readonly string[] = processes
    const known = given.filter(one => ROLE_NAMES.some(role => role === one))
    assert.ok(given.length > 0 && new Set(given).size === given.length, name)
    assert.deepEqual(given, known.length > 0 ? known : ['supervisor'], name)
  }
})

test('a role is handed its own settings and what Node needs, and reads no others', () => {
  const settings = Object.fromEntries(Object.entries(SETTINGS).map(([name, { fallback }]) => [name, fallback]))
  const machine = { PATH: '/bin', HOME: '/root', LC_ALL: 'C' }
  const others = { AWS_SECRET_ACCESS_KEY: 'secret', GITHUB_TOKEN: 'secret', npm_config_cache: '/tmp', USER: 'root' }
  for (const role of ROLE_NAMES) {
    const own = Object.entries(SETTINGS).filter(([, { processes }]) => processes.some(one => one === role))
    const names = own.map(([name]) => name)
    assert.deepEqual(Object.keys(readEnvOf(role, {})), names)
    const bucketKey = role === 'assistant' ? [] : ['AWS_SECRET_ACCESS_KEY']
    const handed = environmentOf(role, { ...settings, ...machine, ...others })
    assert.deepEqual(Object.keys(handed).toSorted(), [...names, ...Object.keys(machine), ...bucketKey].toSorted())
  }
})

test('a setting may be the content of a file, which is handed to the roles that get the setting', async () => {
  const folder = await scratchFolder()
  atEnd(() => rm(folder, { recursive: true }))
  const [path, key] = [join(folder, 'key'), Buffer.alloc(32, 3)]
  await writeFile(path, `${key.toString('base64')}\n`)
  assert.deepEqual(readEnv({ SECRET_KEY_FILE: path }).SECRET_KEY, [key])
  assert.deepEqual(readEnv({ SECRET_KEY: '', SECRET_KEY_FILE: path }).SECRET_KEY, [key])
  const both = { HOST_FILE: path, SECRET_KEY_FILE: path }
  assert.deepEqual(Object.keys(environmentOf('worker', both)), ['HOST_FILE'])
  assert.equal(readEnv({ NODE_ENV: 'production', HOST_FILE: path }).HOST, key.toString('base64'))
  const refusal = (environment: Record<string, string>, line: RegExp) =>
    assert.throws(
      () => readEnv(environment),
      (error: unknown) => error instanceof SettingError && line.test(error.message),
    )
  refusal({ SECRET_KEY_FILE: join(folder, 'none') }, /^SECRET_KEY_FILE=\S+none cannot be read \(ENOENT\)$/)
  refusal({ SECRET_KEY: key.toString('base64'), SECRET_KEY_FILE: path }, /are both set; one of them is enough$/)
  refusal({ PORT_FILE: path }, /^PORT must be a whole number/)
})

const BAD: [name: string, value: string][] = [
  ['PORT', '70000'],
  ['PORT', '4e3'],
  ['PORT', '-1'],
  ['BASE_URL', 'clinic.example'],
  ['DATABASE_URL', 'mysql://secret@localhost/clinic'],
  ['DATABASE_URL', 'localhost'],
  ['SECRET_KEY', 'short'],
  ['RATE_LIMITS', 'yes'],
  ['AUDIT_RETENTION_MONTHS', '11'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['LOG_LEVEL', 'verbose'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
]
for (const [name, value] of BAD) {
  test(`refuses ${name}=${value} with one line that names the variable and not its value`, () => {
    assert.throws(
      () => readEnv({ [name]: value }),
      (error: unknown) =>
        error instanceof SettingError && error.message.startsWith(`${name} must be `) && !error.message.includes('\n'),
    )
  })
}
