import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasPart,
  isMilkTooth,
  isSurfaceLetter,
  isTooth,
  isToothPart,
  partIssues,
  surfaceOf,
  TEETH,
  TOOTH_PARTS,
  type ToothPart,
} from './teeth.ts'

const numbers = Array.from({ length: 120 }, (_, index) => index - 10)

test('knows the 32 permanent and the 20 milk teeth, and no other number', () => {
  assert.equal(numbers.filter(number => isTooth(number) && !isMilkTooth(number)).length, 32)
  assert.equal(numbers.filter(isMilkTooth).length, 20)
  for (const tooth of [11, 18, 48, 51, 85]) assert.ok(isTooth(tooth), `${tooth}`)
  for (const other of [10, 19, 49, 50, 56, 86, 91, 11.5, Number.NaN, -11]) assert.ok(!isTooth(other), `${other}`)
})

const teethWith = (part: ToothPart) => TEETH.filter(tooth => hasPart(tooth, part))

test('of two surfaces on the same side of a tooth each tooth has one, and every tooth its other parts', () => {
  const pairs: [ToothPart, ToothPart][] = [
    ['occlusal', 'incisal'],
    ['buccal', 'labial'],
    ['palatal', 'lingual'],
  ]
  for (const [one, other] of pairs)
    for (const tooth of TEETH) assert.notEqual(hasPart(tooth, one), hasPart(tooth, other), `${tooth} ${one} ${other}`)
  for (const part of TOOTH_PARTS.filter(part => !pairs.flat().includes(part))) assert.deepEqual(teethWith(part), TEETH)
  assert.deepEqual(
    teethWith('incisal').filter(tooth => tooth < 20 || tooth > 80),
    [11, 12, 13, 81, 82, 83],
  )
  assert.deepEqual(new Set(teethWith('palatal').map(tooth => Math.floor(tooth / 10))), new Set([1, 2, 5, 6]))
})

test('a letter stands for the surface that the tooth has', () => {
  const surfaces = (tooth: number, letters: string) => [...letters].map(letter => surfaceOf(tooth, letter))
  assert.deepEqual(surfaces(26, 'modbl'), ['mesial', 'occlusal', 'distal', 'buccal', 'palatal'])
  assert.deepEqual(surfaces(31, 'mifvpc'), ['mesial', 'incisal', 'labial', 'labial', 'lingual', 'cervical'])
  assert.deepEqual(surfaces(54, 'oi'), ['occlusal', undefined])
  assert.deepEqual([...'abcdefghijklmnopqrstuvwxyz'].filter(isSurfaceLetter), [...'bcdfilmopv'])
})

test('parts that a tooth does not have, and parts of no tooth, are told by their place', () => {
  const told = (teeth: number[], parts: string[]) => partIssues(teeth, parts).map(({ path, code }) => [path, code])
  assert.deepEqual(told([26, 46], ['mesial', 'occlusal', 'buccal']), [])
  assert.deepEqual(told([26, 46], ['palatal']), [['/toothPart/0', 'surface_not_on_tooth']])
  assert.deepEqual(told([13, 14], ['mesial', 'occlusal']), [['/toothPart/1', 'surface_not_on_tooth']])
  assert.deepEqual(told([], ['mesial']), [['/toothPart/0', 'surface_not_on_tooth']])
  assert.deepEqual(told([11], ['roof']), [['/toothPart/0', 'enum']])
  assert.ok(!isToothPart('roof'))
})
