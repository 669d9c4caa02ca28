import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAN_PHASES } from '@clinic/contract/staff/chart-item.ts'
import { isSurfaceLetter, surfaceOf, TEETH } from '@clinic/contract/teeth.ts'
import fc from 'fast-check'
import { dentitionAt, rowsOf, toothBeside, UPPER } from './arches.ts'
import { type Entry, parseEntry, surfacesOf } from './parse-entry.ts'
import { type Choice, suggestionsFor } from './suggestions.ts'

const read = (text: string): Entry => {
  const parsed = parseEntry(text)
  assert.ok('entry' in parsed, `${text}: ${JSON.stringify(parsed)}`)
  return parsed.entry
}
const fault = (text: string) => {
  const parsed = parseEntry(text)
  return 'fault' in parsed ? `${parsed.fault} ${parsed.at}` : undefined
}

test('reads what is written of an entry, in its order', () => {
  assert.deepEqual(read('26 mod'), { kind: 'PLANNED', teeth: [26], surfaces: 'mod', words: '' })
  assert.deepEqual(read('!16 caries'), { kind: 'CONDITION', teeth: [16], surfaces: '', words: 'caries' })
  assert.deepEqual(read('e 11,21 crown'), { kind: 'EXISTING', teeth: [11, 21], surfaces: '', words: 'crown' })
  assert.deepEqual(read('.14-16 composite filling x2 @u'), {
    ...{ kind: 'DONE', teeth: [14, 15, 16], surfaces: '', words: 'composite filling' },
    ...{ quantity: 2, phase: 'URGENT' },
  })
  assert.deepEqual(read('55 o'), { kind: 'PLANNED', teeth: [55], surfaces: 'o', words: '' })
  assert.deepEqual(read('12-22').teeth, [12, 11, 21, 22])
  assert.deepEqual(read('٢٦ mod x٢'), { kind: 'PLANNED', teeth: [26], surfaces: 'mod', words: '', quantity: 2 })
  assert.deepEqual(read('١١،٢١').teeth, [11, 21])
})

test('a word is no prefix and no surfaces where it only looks like them, and what has no teeth is said without', () => {
  assert.deepEqual(read('exam'), { kind: 'PLANNED', teeth: [], surfaces: '', words: 'exam' })
  assert.deepEqual(read('26 imp'), { kind: 'PLANNED', teeth: [26], surfaces: '', words: 'imp' })
  assert.deepEqual(read('11 mod'), { kind: 'PLANNED', teeth: [11], surfaces: '', words: 'mod' })
  assert.deepEqual(read('26 mm').words, 'mm')
})

test('says what of an entry cannot be', () => {
  assert.equal(fault('19 mod'), 'tooth 19')
  assert.equal(fault('14-44'), 'range 14-44')
  assert.equal(fault('26 x0'), 'quantity x0')
  assert.equal(fault('26 x101'), 'quantity x101')
  assert.equal(fault('26 @soon'), 'phase @soon')
})

const arabic = (text: string) => text.replaceAll(/\d/g, digit => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit)
const PREFIXES = { PLANNED: '', EXISTING: 'e', CONDITION: '!', DONE: '.' } as const
const LETTERS = [...'mdcoibfvlp'].filter(isSurfaceLetter)
const teeth = fc.uniqueArray(fc.constantFrom(...TEETH), { minLength: 1, maxLength: 6 })
const written = fc.record({
  kind: fc.constantFrom('PLANNED', 'EXISTING', 'CONDITION', 'DONE'),
  teeth,
  letters: fc.uniqueArray(fc.constantFrom(...LETTERS), { maxLength: 4 }),
  words: fc.constantFrom('', 'crown', 'root canal', 'حشو'),
  quantity: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  phase: fc.option(fc.constantFrom(...PLAN_PHASES), { nil: undefined }),
  isArabic: fc.boolean(),
  isApart: fc.boolean(),
})

test('whatever is written by the grammar is read as what was meant, in either digits', () => {
  fc.assert(
    fc.property(written, ({ letters, isArabic, isApart, kind, quantity, phase, words, teeth: meant }) => {
      const surfaces = letters.filter(one => meant.every(tooth => surfaceOf(tooth, one) !== undefined)).join('')
      const parts = [
        `${PREFIXES[kind]}${isApart ? ' ' : ''}${meant.join(',')}`,
        ...[surfaces, words, quantity && `x${quantity}`, phase && `@${phase.toLowerCase()}`],
      ]
      const text = parts.filter(Boolean).join('  ')
      const entry = read(isArabic ? arabic(text) : text)
      assert.deepEqual(entry, {
        ...{ kind, teeth: meant, surfaces, words },
        ...(quantity !== undefined && { quantity }),
        ...(phase !== undefined && { phase }),
      })
      const groups = surfacesOf(entry)
      assert.deepEqual(groups.flatMap(({ tooth }) => tooth).toSorted(), meant.toSorted())
      for (const { tooth, toothPart } of groups)
        for (const one of tooth)
          assert.deepEqual(
            toothPart,
            [...surfaces].map(letter => surfaceOf(one, letter)),
          )
    }),
  )
})

test('whatever is typed is read or said to be wrong, and never fails', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789٢٦ -,،.!ex@modup×') })
  fc.assert(fc.property(fc.oneof(typed, fc.string({ unit: 'binary' })), text => void parseEntry(text)))
})

test('arrows walk the teeth as they are seen, from every one to every other, and never leave them', () => {
  assert.equal(toothBeside(rowsOf('permanent'), 11, [1, 0]), 21)
  assert.equal(toothBeside(rowsOf('permanent'), 18, [-1, 0]), 18)
  assert.equal(toothBeside(rowsOf('permanent'), 18, [0, 1]), 48)
  assert.equal(toothBeside(rowsOf('mixed'), 14, [0, 1]), 54)
  const steps = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const
  for (const dentition of ['permanent', 'mixed', 'milk'] as const) {
    const rows = rowsOf(dentition)
    const [start = 0] = rows[0] ?? []
    const reached = new Set([start])
    for (const tooth of reached) for (const step of steps) reached.add(toothBeside(rows, tooth, step))
    assert.deepEqual([...reached].toSorted(), rows.flat().toSorted())
  }
  assert.deepEqual([null, 4, 6, 12, 13].map(dentitionAt), ['permanent', 'milk', 'mixed', 'mixed', 'permanent'])
  assert.equal(UPPER.length, 16)
})

const CHOICES: readonly Choice[] = [
  { key: 'prc_1', name: 'Crown', also: ['D2740'], procedureId: 'prc_1' },
  { key: 'prc_2', name: 'Root canal', also: ['علاج عصب'], procedureId: 'prc_2' },
  { key: 'prc_3', name: 'Composite filling', also: ['D2391'], procedureId: 'prc_3' },
  { key: 'CARIES', name: 'Caries', also: [], finding: 'CARIES' },
  { key: 'FILLING', name: 'Filling', also: [], finding: 'FILLING' },
]
const first = (text: string, last: readonly string[] = []) => suggestionsFor(read(text), CHOICES, last)[0]?.key

test('the likeliest comes first: what surfaces are named for, what was charted last, what begins with the words', () => {
  assert.equal(first('26 mod'), 'prc_3')
  assert.equal(first('26'), 'prc_1')
  assert.equal(first('26', ['prc_2']), 'prc_2')
  assert.equal(first('26 mod', ['prc_2']), 'prc_3')
  assert.equal(first('26 canal'), 'prc_2')
  assert.equal(first('26 عصب'), 'prc_2')
  assert.equal(first('!26 mo'), 'CARIES')
  assert.equal(first('e26 mo'), 'FILLING')
  assert.equal(first('e26 cr'), 'prc_1')
  assert.equal(first('26 caries'), undefined)
})
