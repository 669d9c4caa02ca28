import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'

const files = (await Array.fromAsync(glob('*.ts', { cwd: import.meta.dirname }))).filter(
  file => !file.endsWith('.test.ts'),
)
const textOf = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8')

test('what shows a resource waits for nothing and has no way to the database', () => {
  assert.ok(files.length > 50)
  assert.deepEqual(
    files.filter(file => /\b(?:async|await|Promise|Tx)\b/.test(textOf(file))),
    [],
  )
})

test('what shows a resource declares which, so that a field that is missing does not compile', () => {
  const undeclared = files.flatMap(file =>
    [
      ...textOf(file).matchAll(
        /^(?:export )?(?:const|function) (present\w+)([\s\S]*?)(?:=> \(\{|\{\n {2}(?:const|return))/gm,
      ),
    ]
      .filter(([, , signature = '']) => !/\): Static<typeof /.test(signature))
      .map(([, name]) => `${file}: ${name}`),
  )
  assert.deepEqual(undeclared, [])
})
