import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROLE_NAMES } from '../src/settings/roles.ts'
import { ROOT } from './runner/files.ts'

/** What is loaded when it is first needed: every start would wait for it, in up to three processes. */
const LATE = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  'ajv',
  'libphonenumber-js',
  'nodemailer',
  'prom-client',
  'stripe',
  'typebox',
  'undici',
  'xmlbuilder2',
]

/** Prints the packages that a role loads. Requires are seen as well as imports. */
const program = (role: string) => `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  const packageOf = url => /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
  registerHooks({ load: (url, context, next) => (packages.add(packageOf(url)), next(url, context)) })
  const { loadRole } = await import(${JSON.stringify(join(ROOT, 'server/src/process/roles.ts'))})
  await loadRole(${JSON.stringify(role)})
  console.log(JSON.stringify([...packages].filter(Boolean)))
  process.exit()`

for (const role of ROLE_NAMES)
  test(`the process ${role} starts without what it seldom needs`, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(role)])
    const loaded: string[] = JSON.parse(stdout)
    assert.ok(loaded.includes('pg'))
    assert.deepEqual(
      LATE.filter(name => loaded.includes(name)),
      [],
    )
  })
