import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import { Visitor } from 'vite'
import { ROOT } from '../runner/files.ts'
import { lineAt, parsed } from './parsed.ts'
import { SOURCES, textOf } from './sources.ts'

const FILE_LINES = 200
const FUNCTION_LINES = 60

/** Tables of data, and what is generated. */
const DATA = [
  'contract/src/openapi/example-values.ts',
  'contract/src/staff/example-values.ts',
  'server/src/db/tables.ts',
  'server/src/demo/nakheel.ts',
  'server/src/demo/treatments.ts',
]

const ALL = [...SOURCES, ...(await Array.fromAsync(glob('{bench,conformance}/*.ts', { cwd: ROOT })))]

interface Found {
  start: number
  end: number
}

function longFunctions(file: string): string[] {
  const text = textOf(file)
  const found: string[] = []
  const look = ({ start, end }: Found): void => {
    const lines = text.slice(start, end).split('\n').length
    if (lines > FUNCTION_LINES) found.push(`${file}:${lineAt(file, start)} has ${lines} lines`)
  }
  const visitor = new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look })
  visitor.visit(parsed(file).program)
  return found
}

test(`no file has more than ${FILE_LINES} lines but tables of data and what is printed`, () => {
  const long = ALL.filter(file => textOf(file).split('\n').length - 1 > FILE_LINES)
  assert.deepEqual(
    long.filter(file => !DATA.includes(file) && !file.endsWith('.generated.ts')),
    [],
  )
})

test(`no function has more than ${FUNCTION_LINES} lines`, () => {
  assert.deepEqual(ALL.flatMap(longFunctions), [])
})
