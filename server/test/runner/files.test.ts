import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { test } from 'node:test'
import { ROOT, selectTests } from './files.ts'

const THIS = relative(ROOT, import.meta.filename)
const OTHER = 'server/test/runner/run-twice.test.ts'

test('words choose files by path, else tests by a part of their titles', async () => {
  const ofPath = await selectTests(['run-twice'], [THIS, OTHER])
  assert.deepEqual(ofPath, { files: [OTHER], flags: [] })
  const words = 'else tests by a part'
  const ofTitle = await selectTests([words], [THIS, OTHER])
  assert.deepEqual(ofTitle, { files: [THIS], flags: [`--test-name-pattern=${RegExp.escape(words)}`] })
})

test('a word that stands in no path and no title chooses nothing, and is refused', async () => {
  await assert.rejects(selectTests(['strict'], [THIS, OTHER]), /No test file and no title holds 'strict'\./)
})
