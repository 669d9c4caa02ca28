import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toMajor } from '../../../kernel/values/money.ts'
import { importRows } from './import-rows.ts'
import { readAmount } from './read-cells.ts'

const amount = (cell: string, currency = 'SAR') => {
  const read = readAmount(cell, currency)
  return 'value' in read ? toMajor(read.value, currency) : read.fault
}

test('an amount is what it says in every usual spelling, and what could be two is refused', () => {
  for (const cell of ['1234.50', '1,234.50', '1.234,50', '1234,5', '1 234.50', '١٢٣٤٫٥٠', '١٬٢٣٤٫٥', '۱۲۳۴.۵'])
    assert.equal(amount(cell), 1234.5, cell)
  assert.equal(amount('1,250'), 1250)
  assert.equal(amount('1,250', 'KWD'), 'ambiguous')
  assert.equal(amount('1.250', 'KWD'), 1.25)
  assert.equal(amount('1.250'), 'decimals')
  assert.equal(amount('0,125'), 'decimals')
  assert.equal(amount('1,234.567', 'KWD'), 1234.567)
  assert.equal(amount('1.234.567'), 1_234_567)
  for (const cell of ['12,34,56', '1,23.4', '-5', '5 SAR', '1e3', 'free', '.5', '5.'])
    assert.equal(amount(cell), 'number', cell)
  assert.equal(amount('10000000.01'), 'range')
  assert.equal(amount(''), 'required')
})

test('every amount of a currency is read as it is written, with a point or with groups', () => {
  fc.assert(
    fc.property(fc.constantFrom('SAR', 'KWD', 'JPY'), fc.integer({ min: 0, max: 10 ** 9 }), (currency, minor) => {
      const major = toMajor(minor, currency)
      const decimals = { SAR: 2, KWD: 3, JPY: 0 }[currency] ?? 2
      if (major > 10_000_000) return
      assert.equal(amount(major.toFixed(decimals), currency), major)
      const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      assert.equal(amount(new Intl.NumberFormat('en', options).format(major), currency), major)
      assert.equal(amount(new Intl.NumberFormat('ar-u-nu-arab', options).format(major), currency), major)
    }),
  )
})

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell

test('rows are the same whatever parts their cells and lines, and whatever stands in them', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter(text => text.trim() === text && !/[\r\n]/.test(text))
  const row = fc.record({
    name: word,
    price: fc.integer({ min: 0, max: 9_999 }),
    minutes: fc.integer({ min: 5, max: 720 }),
  })
  const layout = fc.record({
    separator: fc.constantFrom(',', ';', '\t', '|'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    mark: fc.constantFrom('', '\ufeff'),
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), layout, (wanted, { separator, end, mark }) => {
      const lines = wanted.map(({ name, price, minutes }, index) =>
        [name, `C-${index}`, String(minutes), String(price)].map(cell => quoted(cell, separator)).join(separator),
      )
      const text = `${mark}${['name', 'code', 'duration', 'Price'].join(separator)}${end}${lines.join(end)}${end}`
      const { rows, faults } = importRows(text, 'SAR')
      assert.deepEqual(faults, [])
      assert.deepEqual(
        rows.map(({ line, code, name, price_minor, duration_minutes }) => [
          line,
          code,
          name,
          price_minor,
          duration_minutes,
        ]),
        wanted.map(({ name, price, minutes }, index) => [index + 2, `C-${index}`, name, price * 100, minutes]),
      )
    }),
  )
})

const faultsOf = (text: string) => importRows(text, 'SAR').faults.map(({ line, column, code }) => [line, column, code])

test('a text says of each cell that is wrong where it stands and why', () => {
  const text = [
    'code,name,price,name_ar,group,duration,color,active',
    'A,Crown,100,تاج,Crowns,30,Teal,نعم',
    ',Veneer,100,,,4,,',
    'B,,x,,,1e1,mauve,maybe',
    `a,${'n'.repeat(201)},1,,,,,`,
  ].join('\n')
  assert.deepEqual(faultsOf(text), [
    [3, 'code', 'required'],
    [3, 'duration', 'range'],
    [4, 'name', 'required'],
    [4, 'price', 'number'],
    [4, 'duration', 'number'],
    [4, 'color', 'unknown'],
    [4, 'active', 'unknown'],
    [5, 'name', 'length'],
    [5, 'code', 'duplicate'],
  ])
})

test('a text without its columns, with others, with cells beyond them or with open quotes is refused as such', () => {
  assert.deepEqual(faultsOf(''), [[1, null, 'malformed']])
  assert.deepEqual(faultsOf('code,name\nA,Crown'), [[1, 'price', 'required']])
  assert.deepEqual(faultsOf('code,name,price,Cost\nA,Crown,1,2'), [[1, 'Cost', 'unknown']])
  assert.deepEqual(faultsOf('code,name,price,name\nA,Crown,1,2'), [[1, 'name', 'duplicate']])
  assert.deepEqual(faultsOf('code,name,price\nA,Crown,1,200'), [[2, null, 'malformed']])
  assert.deepEqual(faultsOf('code,name,price\nA,"Crown,1\n'), [[2, null, 'malformed']])
  const rows = Array.from({ length: 2_001 }, (_, index) => `C${index},Crown,1`)
  assert.deepEqual(faultsOf(['code,name,price', ...rows].join('\n')), [[2_002, null, 'too_many']])
})

test('empty lines and rows without a word say nothing, and an empty cell clears what may be empty', () => {
  const { rows, faults } = importRows('\n\ncode;name;price;group;color\n\n;;;;\nA;Crown;1;;\n', 'SAR')
  assert.deepEqual(faults, [])
  assert.deepEqual(
    rows.map(({ line, group, color, active }) => [line, group, color, active]),
    [[6, null, null, undefined]],
  )
})
