import assert from 'node:assert/strict'
import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { startApp } from '../../server/test/support/app/harness.ts'
import { VERSION } from '../src/client/version.ts'
import { project } from './packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const app = await startApp()

/** The blocks of the README, each a file of its own. */
const readme = await readFile(join(ROOT, 'sdk/README.md'), 'utf8')
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
const README_FILES = Object.fromEntries(blocks.map((code, at) => [`readme-${at}.ts`, `${code}\nexport {}\n`]))

/** What a program of a user may be wrong about, and the compiler says. */
const WRONG = `
import { createClient, type Patient } from '@clinic/sdk'
import { webhook } from '@clinic/sdk/webhooks'
const clinic = createClient()
// @ts-expect-error a key that no input has
clinic.patients.list({ branch: 'brn_1' })
// @ts-expect-error a word outside the list
clinic.payments.record({ invoiceId: 'inv_1', amount: 1, type: 'BALANCE' })
// @ts-expect-error what is required is missing
clinic.leads.create({ name: 'Huda' })
// @ts-expect-error an operation that the family does not have
clinic.invoices.create({})
// @ts-expect-error never sent
webhook({ secret: 's', on: { 'quotation.viewed': () => undefined } })
// @ts-expect-error there is nothing to read after it
webhook({ secret: 's', on: { 'expense.created': async (_, { hydrate }) => { await hydrate() } } })
webhook({ secret: 's', on: { 'task.created': ({ data }) => data.status === 'OPEN' || data.status === 'WORD_OF_LATER' } })
const name = (patient: Patient): string | undefined => patient.firstName
const maybe: string | undefined = undefined
clinic.patients.list({ branchId: maybe, updatedAfter: new Date() })
export { name }
`

const JAVASCRIPT = `
import { createClient, Forbidden } from '@clinic/sdk'
import { fakeClinic, fixture, recorder, signed, TEST_SECRET } from '@clinic/sdk/testing'
import { webhook } from '@clinic/sdk/webhooks'
import { toNode } from '@clinic/sdk/node'
import { clinicWebhook } from '@clinic/sdk/fastify'
import { manifestIssues, manifestSchema } from '@clinic/sdk/manifest'
import schema from '@clinic/sdk/manifest.schema.json' with { type: 'json' }

const seen = recorder()
const clinic = createClient({ fetch: seen.fetch })
const { data } = await clinic.patients.list({ limit: 1 })
const handled = []
const handler = webhook({ secret: TEST_SECRET, on: { 'task.created': ({ id }) => void handled.push(id) } })
const event = fixture('task.created')
const { status } = await handler(await signed(event))
const fake = fakeClinic({ 'leads.get': { name: 'Huda' } })
const refused = await clinic.with({ token: 'plg_test_x' }).clinic.get().catch(error => error.code)
console.log(JSON.stringify({
  patient: data[0].id, operations: seen.operations, scopes: seen.scopes, status, handled: handled[0] === event.id,
  fake: (await fake.clinic.leads.get({ id: 'led_1' })).name, refused,
  issues: manifestIssues({}).length > 0, same: schema.title === manifestSchema.title,
  kinds: [typeof toNode, typeof clinicWebhook, typeof Forbidden], node: process.versions.node.split('.')[0],
}))
`

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
}

const user = await project({
  ...README_FILES,
  'wrong.ts': WRONG,
  'use.js': JAVASCRIPT,
  'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }),
})
const INSTALLED = join(user.folder, 'node_modules/@clinic/sdk')

test('what is installed has no dependency, names only files that are there, and is below half a megabyte', async () => {
  const packed = JSON.parse(await readFile(join(INSTALLED, 'package.json'), 'utf8'))
  assert.deepEqual([packed.dependencies, packed.sideEffects, packed.engines], [undefined, false, { node: '>=20.19' }])
  for (const [name, target] of Object.entries<string | Record<string, string>>(packed.exports)) {
    if (name === './*.ts') continue
    for (const file of [target].flatMap(given => (typeof given === 'string' ? given : Object.values(given))))
      assert.ok((await stat(join(INSTALLED, file))).isFile(), file)
  }
  let bytes = 0
  for await (const file of glob('**/*', { cwd: INSTALLED })) bytes += (await stat(join(INSTALLED, file))).size
  assert.ok(bytes <= 500_000, `${bytes} bytes`)
  assert.equal(packed.version, VERSION)
})

for (const version of ['now', 'before'] as const)
  test(`what the README shows compiles strictly, and mistakes do not, with the compiler of ${version}`, async () => {
    assert.ok(blocks.length >= 6)
    assert.equal(await user.tsc(version), '')
  })

test('a program in JavaScript reads from the product and hears events, on the Node of the machine', async () => {
  const { clinic } = await app.practice({ mode: 'TEST' })
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const branch = await app.branch(clinic)
  const { id } = await app.patient(branch)
  Object.assign(process.env, { CLINIC_URL: app.url, CLINIC_TOKEN: token })
  const printed = JSON.parse(await user.node('use.js'))
  const { node, ...rest } = printed
  assert.ok(Number(node) >= 20)
  assert.deepEqual(rest, {
    patient: id,
    operations: ['clinic.get', 'patients.list'],
    scopes: ['clinic:read', 'patients:read'],
    status: 200,
    handled: true,
    fake: 'Huda',
    refused: 'unauthenticated',
    issues: true,
    same: true,
    kinds: ['function', 'function', 'function'],
  })
})

/** One module of what a program takes from the package, as a bundler makes it. */
async function bundle(code: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const name = 'virtual:program'
  const build = await rolldown({
    input: name,
    platform: 'neutral',
    cwd: user.folder,
    plugins: [
      {
        name: 'program',
        resolveId: id => (id === name ? join(user.folder, 'program.js') : null),
        load: id => (id === join(user.folder, 'program.js') ? code : null),
      },
    ],
  })
  const { output } = await build.generate({ format, name: 'sdk', minify: true })
  await build.close()
  return output[0].code
}

test('bundles stay small: the client below 6 KiB gz, what verifies alone below 1.5 KiB', async t => {
  const sizes = {
    client: await bundle("export { createClient } from '@clinic/sdk'"),
    verify: await bundle("export { verify } from '@clinic/sdk/webhooks'"),
    webhook: await bundle("export { webhook } from '@clinic/sdk/webhooks'"),
  }
  const packed = (code: string) => gzipSync(code, { level: 9 }).length
  for (const [name, code] of Object.entries(sizes)) t.diagnostic(`${name}: ${packed(code)} bytes gz`)
  assert.ok(packed(sizes.client) <= 6 * 1024)
  assert.ok(packed(sizes.verify) <= 1.5 * 1024)
})

test('client and webhook run where there is nothing of Node: in a context with what the web has alone', async () => {
  const code = await bundle(
    "export { createClient } from '@clinic/sdk'\nexport { webhook } from '@clinic/sdk/webhooks'\nexport { fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'",
    'iife',
  )
  const timers = { setTimeout, clearTimeout, structuredClone }
  const web = { fetch, crypto, URL, URLSearchParams, AbortSignal, Headers, Request, Response, TextEncoder, TextDecoder }
  const context: Record<string, unknown> = { ...web, ...timers, atob }
  const { createClient, webhook, fixture, signed, TEST_SECRET } = runInNewContext(`${code};sdk`, context)
  const { clinic } = await app.practice({ mode: 'TEST' })
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const client = createClient({ token, baseUrl: app.url })
  assert.equal((await client.clinic.get()).object, 'clinic')
  await client.tasks.create({ title: 'From the web' })
  const handler = webhook({ secret: TEST_SECRET, on: { 'task.created': () => undefined } })
  assert.equal((await handler(await signed(fixture('task.created')))).status, 200)
})
