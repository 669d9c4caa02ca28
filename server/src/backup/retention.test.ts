import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instantOf, nameAt } from './manifest.ts'
import { KEEP, kept } from './retention.ts'

const DAY_MS = 86_400_000
const instants = fc
  .array(fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2027, 0) }), { minLength: 1, maxLength: 200 })
  .map(list => list.map(ms => nameAt(new Date(ms))))

test('a name is the instant of its backup, to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), ms => {
      assert.equal(instantOf(nameAt(new Date(ms))).getTime(), Math.floor(ms / 1000) * 1000)
    }),
  )
})

test('of any backups the newest is kept, of a day one at most, and never more than was asked for', () => {
  fc.assert(
    fc.property(instants, names => {
      const keeping = [...kept(names, KEEP)]
      assert.ok(keeping.includes(names.toSorted().at(-1) ?? ''))
      assert.ok(keeping.length <= KEEP.daily + KEEP.weekly + KEEP.monthly)
      assert.equal(new Set(keeping.map(name => name.slice(0, 10))).size, keeping.length)
      assert.ok(keeping.every(name => names.includes(name)))
    }),
  )
})

test('backed up every night and pruned each time, seven days, four weeks and twelve months are there', () => {
  let names: string[] = []
  for (let day = 0; day < 500; day++) {
    names.push(nameAt(new Date(Date.UTC(2025, 0, 1, 2) + day * DAY_MS)))
    names = names.filter(name => kept(names, KEEP).has(name))
  }
  const last = instantOf(names.at(-1) ?? '').getTime()
  const ages = names.map(name => (last - instantOf(name).getTime()) / DAY_MS)
  assert.deepEqual(ages.slice(-7), [6, 5, 4, 3, 2, 1, 0])
  assert.equal(new Set(names.map(name => name.slice(0, 7))).size, 12)
  assert.ok(ages.filter(age => age < 28).length >= 9, ages.join())
})
