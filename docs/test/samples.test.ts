import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { operations } from '@clinic/contract/index.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { listLeads } from '@clinic/contract/leads.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import { inputFor } from '../../server/test/conformance/input-for.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { HAS_PYTHON, runPython } from '../../server/test/support/app/run-python.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { modelOf, type Operation } from '../src/print/model.ts'
import { type Language, samplesOf } from '../src/print/samples/samples.ts'

const run = promisify(execFile)
const app = await startApp()
const clinic = await app.clinic({ sandbox: true })
const branch = await app.branch(clinic)
const { token } = await app.installation(clinic)
const api = app.api(token)
// No worker moves the time here: it is done as it is asked for.
await app.sql(`create function moved_already() returns trigger language plpgsql
  as $$ begin new.state := 'DONE'; return new; end $$`)
await app.sql('create trigger moved_already before insert on sandbox_run for each row execute function moved_already()')
const people = { doctor: await app.doctor([branch]), patient: await app.patient(branch) }
let numbers = 0
const scene = { app, api, clinic, branch, ...people, next: () => ++numbers }

const folder = await mkdtemp(join(tmpdir(), 'samples-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const env = { ...process.env, CLINIC_TOKEN: token, CLINIC_URL: app.url }
const sh = async (command: string): Promise<string> =>
  (await run('sh', ['-c', `uuidgen() { echo "$(date +%s%N)$$"; }; ${command} --silent`], { env })).stdout
const node = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, args, { env, maxBuffer: 10_000_000 })).stdout

const options = { surface: pluginDocument, serverUrl: app.url, version: '2026-07', operations } as const
const model = modelOf(JSON.parse(JSON.stringify(openapi(options))), '/docs')

/** The operation with an input that succeeds in place of its examples. */
function withInput(operation: Operation, input: Record<string, unknown>): Operation {
  const parameters = operation.parameters.map(one =>
    one.name in input ? { ...one, required: true, example: input[one.name] } : one,
  )
  const inPath = new Set(parameters.map(({ name }) => name))
  const { bodyKey } = operations.find(({ id }) => id === operation.operationId) ?? {}
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  const example = bodyKey === undefined ? Object.fromEntries(rest) : input[bodyKey]
  return { ...operation, parameters, body: operation.body && { ...operation.body, example } }
}

/** The sample of every operation, each with an input of its own: what is written once cannot be written again. */
async function samplesIn(language: Language): Promise<{ id: string; code: string }[]> {
  const made = []
  for (const operation of model.operations) {
    const declared = operations.find(({ id }) => id === operation.operationId)
    assert.ok(declared)
    const input = await inputFor(declared, scene)
    const sample = samplesOf(model.server, withInput(operation, input)).find(one => one.language === language)
    assert.ok(sample, `${operation.operationId} has no sample in ${language}`)
    made.push({ id: operation.operationId, code: sample.code })
  }
  return made
}

/** What an operation answered, of which only the envelope is looked at. */
function assertAnswered(id: string, printed: string): void {
  const answer: unknown = JSON.parse(printed)
  assert.ok(isRecord(answer) && 'data' in answer, `${id}: ${printed}`)
}

test('every operation is called by its curl sample as it stands', async () => {
  for (const { id, code } of await samplesIn('curl')) assertAnswered(id, await sh(code))
})

/** Each language runs all its samples in one process: to start one takes longer than any request. */
function assertAllAnswered(samples: readonly { id: string }[], printed: string): void {
  const lines = printed.trim().split('\n')
  assert.equal(lines.length, samples.length)
  for (const [at, { id }] of samples.entries()) assertAnswered(id, lines[at] ?? '')
}

/** What a project of its own finds by its name. */
const SDK = new URL('../../sdk/src/index.ts', import.meta.url).href
const withSdk = (code: string): string => code.replace("'@clinic/sdk'", `'${SDK}'`)

test('every operation is called by its TypeScript sample as it stands', async () => {
  const samples = await samplesIn('typescript')
  for (const { id, code } of samples) await writeFile(join(folder, `${id}.ts`), withSdk(code))
  const runner = `const log = console.log
console.log = value => log(JSON.stringify(Array.isArray(value?.data) ? value : { data: value }))
for (const file of ${JSON.stringify(samples.map(({ id }) => join(folder, `${id}.ts`)))}) await import(file)`
  assertAllAnswered(samples, await node('--input-type=module', '-e', runner))
})

test('every operation is called by its Python sample as it stands', {
  skip: !HAS_PYTHON && 'there is no python3 here',
}, async () => {
  const samples = await samplesIn('python')
  const runner = `import json, sys
for name, code in json.load(sys.stdin):
    exec(compile(code, name, "exec"), {"print": lambda value: print(json.dumps(value))})`
  const input = JSON.stringify(samples.map(({ id, code }) => [id, code]))
  assertAllAnswered(samples, await runPython(['-c', runner], { input, env }))
})

const hostileSample = (language: Language, body: Record<string, string>): string => {
  const created = model.operations.find(({ operationId }) => operationId === 'createLead')
  const sample = created && samplesOf(model.server, withInput(created, body)).find(one => one.language === language)
  assert.ok(sample)
  return sample.code
}

const RUNNERS: Readonly<Record<Language, (code: string) => Promise<string>>> = {
  curl: sh,
  typescript: code => node('--input-type=module-typescript', '-e', withSdk(code)),
  python: code => runPython(['-c', code], { env }),
}

for (const [language, runs] of Object.entries({ curl: true, typescript: true, python: HAS_PYTHON }))
  test(`what an example holds reaches the API as it is by ${language}, whatever it holds`, {
    skip: !runs && 'there is no python3 here',
  }, async () => {
    assert.ok(language === 'curl' || language === 'typescript' || language === 'python')
    const name = `O'Neil "quoted" $(touch x) \`y\` \\ $HOME \${z} \\" é ${language}`
    await RUNNERS[language](hostileSample(language, { name, phone: `05011122${language.length}` }))
    const { body } = await api.list(listLeads, { limit: 1 })
    assert.equal(body.data[0]?.name, name)
  })
