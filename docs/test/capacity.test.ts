import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { evaluate } from '../src/capacity/formula.ts'
import { ASSUMED, MEASURED } from '../src/capacity/inputs.ts'
import { capacityFacts, figuresOf } from '../src/capacity/model.ts'
import { NEEDS } from '../src/capacity/needs.ts'
import { usualFacts } from '../src/print/facts.ts'
import { readPages } from '../src/print/written.ts'

const pages = readPages(usualFacts())
const textOf = (path: string) => pages.find(one => one.path === `explain/${path}`)?.text ?? assert.fail(path)
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(.+)\|(.+)\|(.*)\|$/gm)]
    .map(([, ...cells]) => cells)
    .filter(([name = '']) => name !== 'What' && name !== '-')
const amountOf = (text = ''): number => Number(/^\*{0,2}([\d\u{202f}.]+)/u.exec(text)?.[1]?.replaceAll(/\s/g, ''))

const inputs = { ...ASSUMED, ...MEASURED }
const needs = Object.values(NEEDS).flat()
/** What is printed has three digits. */
const ROUNDED = 0.006

/** By the arithmetic of JavaScript, each name in the formula replaced by its number, the longest first. */
function computed(formula: string, values: ReadonlyMap<string, number>): number {
  const names = [...values.keys()].toSorted((one, other) => other.length - one.length)
  const signs: Readonly<Record<string, string>> = { '×': '*', '÷': '/', '−': '-' }
  const numbers = names.reduce((text, name, n) => text.replaceAll(name, `values[${n}]`), formula)
  const program = numbers.replaceAll(/[×÷−]/g, sign => signs[sign] ?? '')
  const given = names.map(name => values.get(name))
  return Number(runInNewContext(program, { values: given, up: Math.ceil, most: Math.max }))
}

test('each figure on the pages about many clinics is what its formula comes to with the numbers of a clinic’s day', () => {
  const day = rowsOf(textOf('a-clinics-day'))
  assert.deepEqual(
    day.map(([name]) => name),
    Object.keys(inputs),
  )
  const values = new Map(Object.entries(inputs).map(([name, { value }]) => [name, value]))
  for (const [name = '', amount] of day)
    assert.ok(Math.abs(amountOf(amount) / (values.get(name) ?? 0) - 1) < ROUNDED, `${name}: ${amount}`)
  const rows = ['many-clinics', 'what-cells-share'].flatMap(path => rowsOf(textOf(path)))
  assert.equal(rows.length, needs.length)
  for (const [name = '', formula = '', amount] of rows) {
    const value = computed(formula, values)
    assert.ok(value > 0, `${name}: ${value}`)
    assert.ok(Math.abs(amountOf(amount) / value - 1) < ROUNDED, `${name} is ${value}, and the page says ${amount}`)
    values.set(name, value)
  }
})

test('every number of the clinic’s day is used, and is measured by a suite that there is', async () => {
  const read = needs.map(({ formula }) => formula).join('\n')
  assert.deepEqual(
    Object.keys(inputs).filter(name => !read.includes(name)),
    [],
  )
  const suites = await readFile(join(import.meta.dirname, '../../bench/run.ts'), 'utf8')
  for (const [name, { from }] of Object.entries(MEASURED)) assert.match(suites, new RegExp(`^ {2}${from}: `, 'm'), name)
})

test('another assumption or measurement changes what the pages say', () => {
  const [usual, half] = [capacityFacts(), capacityFacts({ ...ASSUMED, clinics: { value: 10_000, unit: '', from: '' } })]
  assert.equal(Number(usual.capacity_cells), 2 * Number(half.capacity_cells))
  const slower = capacityFacts(ASSUMED, { ...MEASURED, 'a route': { value: 1_000, unit: 'bytes', from: 'cells' } })
  assert.notEqual(slower.capacityOf_router, usual.capacityOf_router)
  assert.notEqual(slower.capacityMeasured, usual.capacityMeasured)
})

test('a formula keeps the order of sums and products; a name that is not known, a bracket too few and a word too much are refused', () => {
  const values = new Map([
    ['a clinic', 3],
    ['visits', 45],
  ])
  assert.equal(evaluate('2 + a clinic × (visits − 40) ÷ 2', values), 9.5)
  assert.equal(evaluate('most(2, up(visits ÷ 10), a clinic)', values), 5)
  for (const [wrong, complaint] of [
    ['a clinic × doctors', /Nothing is called “doctors”/],
    ['up(visits', /bracket/],
    ['visits) + 1', /too much/],
    ['visits ×', /Nothing is called/],
  ] as const)
    assert.throws(() => evaluate(wrong, values), complaint, wrong)
  const twice = [needs[0], needs[0]].flatMap(one => one ?? [])
  assert.throws(() => figuresOf(inputs, twice), /Two numbers are called/)
})
