import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'

const files = (await Array.fromAsync(glob('*.ts', { cwd: import.meta.dirname }))).filter(
  file => !file.endsWith('.test.ts'),
)
const textOf = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8')

test('what shows a resource waits for nothing and has no way to the database', () => {
  assert.ok(files.length > 10)
  assert.deepEqual(
    files.filter(file => /\b(?:async|await|Promise|Tx)\b/.test(textOf(file))),
    [],
  )
})

test('what shows a resource declares which, so that a field that is missing does not compile', () => {
  const declarations = files.flatMap(file => textOf(file).split(/^(?=(?:export )?(?:const|function) )/m))
  const presenters = declarations.filter(text => /^(?:export )?(?:const|function) present/.test(text))
  assert.ok(presenters.length > 50)
  assert.deepEqual(
    presenters.filter(text => !/(?:=|=>)\s+presenter<|\): (?:Static|Returned)<typeof |: Presenter</.test(text)),
    [],
  )
})
