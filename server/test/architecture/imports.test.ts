import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circlesOf } from './circles.ts'
import { importsOf, isOurs, SOURCES, textOf } from './sources.ts'

test('no file imports itself by way of others, not even for a type', () => {
  assert.deepEqual(circlesOf(new Map(SOURCES.map(file => [file, importsOf(file).filter(isOurs)]))), [])
})

test('circles are found whole, and each once', () => {
  const arrows = { a: ['b', 'd'], b: ['c'], c: ['a'], d: ['e'], e: [], f: ['g', 'a'], g: ['f'], h: ['h'] }
  assert.deepEqual(circlesOf(new Map(Object.entries(arrows))), [['a', 'b', 'c'], ['f', 'g'], ['h']])
})

test('nothing is exported as default, and nothing is a barrel', () => {
  assert.deepEqual(
    SOURCES.filter(file => /^export (default\b|\*)/m.test(textOf(file))),
    [],
  )
})
