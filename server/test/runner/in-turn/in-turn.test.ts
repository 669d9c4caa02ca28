import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../support/at-end.ts'
import type { Outcome } from '../run-file.ts'
import { InTurn } from './in-turn.ts'

const TELLS = `import { after, test } from 'node:test'
const name = import.meta.filename.slice(-10)
after(() => console.log('end of', name))
test('tells', async t => {
  await t.test('within', () => {})
  console.log('process', process.pid, name)
})`
const FAILS = TELLS.replace('() => {}', "() => { throw new Error('always') }")
/** It begins something that its second test needs when the first is over. */
const AWAITS = `import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
const begun = { ended: false }
after(() => { begun.ended = true })
test('first', () => {})
await delay(20)
test('second', () => { if (begun.ended) throw new Error('ended too early') })`
/** Its test has passed by then. */
const FAILS_LATER = `import { test } from 'node:test'
test('passes', () => { setTimeout(() => { throw new Error('later') }, 20) })`

/** Its hooks hold for its tests alone. */
const HOOKED = `import { afterEach, beforeEach, test } from 'node:test'
let opened = 0
beforeEach(() => { opened++ })
afterEach(() => { if (opened-- !== 1) throw new Error('closed what was not open') })
test('has what was opened for it', () => { if (opened !== 1) throw new Error('not opened') })
test('and so has the next', () => { if (opened !== 1) throw new Error('not opened') })`

/** Runs tiny test files one after the other. */
async function outcomesOf(files: Record<string, string>): Promise<Outcome[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'clinic-in-turn-'))
  atEnd(() => rm(cwd, { recursive: true, force: true }))
  const environment = { NODE_TEST_CONTEXT: undefined }
  const inTurn = new InTurn({ cwd, environment, flags: [], timeoutMs: 60_000, signal: new AbortController().signal })
  const outcomes: Outcome[] = []
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(cwd, name), text)
    outcomes.push(await inTurn.run(name))
  }
  await inTurn.end()
  return outcomes
}

test('files share a process until one has failed; each has the tests and the words that are its own, and its end before the next', async () => {
  const files = {
    'a.test.mjs': TELLS,
    'b.test.mjs': TELLS,
    'c.test.mjs': FAILS,
    'd.test.mjs': TELLS,
    'e.test.mjs': TELLS,
  }
  const outcomes = await outcomesOf(files)
  assert.deepEqual(
    outcomes.map(({ file, passed, tests }) => [file, passed, tests]),
    Object.keys(files).map(file => [file, file !== 'c.test.mjs', 2]),
  )
  for (const { file, output } of outcomes) assert.deepEqual(output.match(/(?<=end of ).*/g), [file])
  const [a, b, c, d, e] = outcomes.map(({ output }) => /(?<=process )\d+/.exec(output)?.[0])
  assert.deepEqual([a === b, b === c, c === d, d === e], [true, true, false, true])
  assert.match(outcomes[2]?.output ?? '', /failing tests:.*always/s)
})

test('what a file has begun ends after all of its tests, those too that it names when the first are over', async () => {
  const [outcome] = await outcomesOf({ 'awaits.test.mjs': AWAITS })
  assert.deepEqual([outcome?.passed, outcome?.tests], [true, 2], outcome?.output ?? '')
})

test('what a file does before and after each test is done for its tests and for nothing else', async () => {
  const [outcome] = await outcomesOf({ 'hooked.test.mjs': HOOKED })
  assert.deepEqual([outcome?.passed, outcome?.tests], [true, 2], outcome?.output ?? '')
})

test('what fails when every test of a file has passed fails that file, and is told', async () => {
  const [later, next] = await outcomesOf({ 'later.test.mjs': FAILS_LATER, 'next.test.mjs': TELLS })
  assert.deepEqual([later?.passed, later?.tests, next?.passed], [false, 1, true])
  assert.match(later?.output ?? '', /later/)
})
