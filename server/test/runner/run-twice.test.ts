import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { filesOf, ROOT } from './files.ts'
import { runFiles } from './run-files.ts'
import { runTwice, type Verdict } from './run-twice.ts'
import { chosenVariants, VARIANTS } from './variants.ts'

const TEST = "import { test } from 'node:test'\n"
const PASSES = `${TEST}test('passes', () => {})`
const FAILS = `${TEST}test('fails', () => { throw new Error('always') })`
const FAILS_AFTER = `${TEST}import { after } from 'node:test'\ntest('passes', () => {})\nafter(() => { throw new Error('late') })`
const HANGS = `${TEST}test('hangs', () => new Promise(() => {}))\nsetInterval(() => {}, 1000)`
const KEEPS_OPEN = `${TEST}test('passes', () => {})\nsetInterval(() => {}, 1000)`
const CRASHES = `${TEST}test('dies', () => process.kill(process.pid, 'SIGKILL'))`
const DOES_NOT_LOAD = 'const = 1'
/** Fails, and passes when it is run again. */
const FAILS_ONCE = `${TEST}import { existsSync, writeFileSync } from 'node:fs'
test('fails once', () => {
  const seen = existsSync('seen')
  writeFileSync('seen', '')
  if (!seen) throw new Error('slow')
})`
const TIMEOUT_MS = 2_000

/** Runs tiny test files in a folder of their own. */
async function verdictOn(files: Record<string, string>, again = true): Promise<Verdict & { order: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-runner-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const order: string[] = []
  // Within a test Node would have these files report to it.
  const environment = { NODE_TEST_CONTEXT: undefined }
  const running = { cwd: folder, environment, flags: [], timeoutMs: TIMEOUT_MS, signal: new AbortController().signal }
  const run = (some: readonly string[], concurrency: number) => {
    order.push(`${concurrency}: ${some}`)
    return runFiles(some, concurrency, running, () => {})
  }
  const verdict = await runTwice([{ title: 'scratch', files: Object.keys(files), run }], {
    concurrency: 2,
    again: () => again,
  })
  return { ...verdict, order }
}

test('what failed runs once more, alone; what passes then is unsteady and fails no run', async () => {
  const files = { 'a.test.mjs': PASSES, 'b.test.mjs': FAILS_ONCE, 'c.test.mjs': FAILS, 'd.test.mjs': PASSES }
  const { failed, unsteady, order, outcomes } = await verdictOn(files)
  assert.deepEqual(unsteady, ['scratch: b.test.mjs'])
  assert.deepEqual(failed, ['scratch: c.test.mjs'])
  assert.deepEqual(order, ['2: a.test.mjs,b.test.mjs,c.test.mjs,d.test.mjs', '1: b.test.mjs,c.test.mjs'])
  assert.deepEqual(
    outcomes.get('scratch')?.map(({ tests }) => tests),
    [1, 1, 1, 1],
  )
})

test('a file that crashes, does not load, does not end or fails as it ends has failed', async () => {
  const files = {
    'after.test.mjs': FAILS_AFTER,
    'crash.test.mjs': CRASHES,
    'hang.test.mjs': HANGS,
    'load.test.mjs': DOES_NOT_LOAD,
    'open.test.mjs': KEEPS_OPEN,
    'pass.test.mjs': PASSES,
  }
  const { failed, unsteady, outcomes } = await verdictOn(files, false)
  assert.deepEqual(
    failed,
    ['after', 'crash', 'hang', 'load', 'open'].map(name => `scratch: ${name}.test.mjs`),
  )
  assert.deepEqual(unsteady, [])
  const hung = outcomes.get('scratch')?.find(({ file }) => file === 'hang.test.mjs')
  assert.match(hung?.output ?? '', /has not ended within 4 seconds and was killed/)
})

test('nothing runs again when so much failed that no machine was merely slow', async () => {
  const files = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`f${n}.test.mjs`, DOES_NOT_LOAD]))
  const { failed, order } = await verdictOn(files)
  assert.equal(failed.length, 13)
  assert.equal(order.length, 1)
})

test('every pattern of every variant names test files, and a pattern that names none is refused', async () => {
  for (const { files } of VARIANTS) assert.ok((await filesOf(files)).every(file => file.endsWith('.test.ts')))
  await assert.rejects(filesOf(['server/src/gone/*.test.ts'], ROOT), /No test file matches/)
})

test('a server is chosen by a flag, which is no word that chooses files', () => {
  const { variants, words } = chosenVariants(['--postgres=15', 'claims'])
  assert.deepEqual(words, ['claims'])
  assert.ok(variants?.every(({ postgres }) => postgres === 15))
  assert.deepEqual(chosenVariants(['claims']), { words: ['claims'] })
  assert.throws(() => chosenVariants(['--postgres=9']), /15 and 18/)
})

test('a way to the server is chosen by a flag, on the newest server unless another is chosen', () => {
  const titles = (...words: string[]) => chosenVariants(words).variants?.map(({ title }) => title)
  assert.deepEqual(titles('--pooled'), ['PostgreSQL 18, pooled'])
  assert.deepEqual(titles('--replica', '--postgres=15'), ['PostgreSQL 15, replica'])
  assert.deepEqual(chosenVariants(['--pooled', 'claims']).words, ['claims'])
})
