import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { exampleEnv, readEnv, SETTINGS } from './env.ts'
import { SettingError } from './readers.ts'

test('.env.example lists every setting with its default (else: npm run env:example)', async () => {
  assert.equal(await readFile(new URL('../../../.env.example', import.meta.url), 'utf8'), exampleEnv())
})

test('every default is a valid value of its setting', () => {
  assert.deepEqual(Object.keys(readEnv({})), Object.keys(SETTINGS))
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
