import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { PUBLISHER_ROOM_KEYS } from '@clinic/console/app/publisher-rooms.ts'
import { ROOM_KEYS } from '@clinic/console/app/rooms.ts'

const SOURCES = join(import.meta.dirname, '../src')

type Words = Map<string, string>

/** Every wording by its path; functions are asked with a number, which also does for a name. */
function flattened(value: unknown, path = '', found: Words = new Map()): Words {
  if (typeof value === 'string') found.set(path, value)
  else if (typeof value === 'function') found.set(path, String(value(3)))
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) flattened(inner, path ? `${path}.${key}` : key, found)
  return found
}

const files = await Array.fromAsync(glob('**/*texts.ts', { cwd: SOURCES }))
const catalogues = await Promise.all(
  files.map(async file => {
    const module: Record<string, unknown> = await import(join(SOURCES, file))
    return { file, names: Object.keys(module), exported: Object.values(module) }
  }),
)
const pairs = catalogues.flatMap(({ file, exported }) =>
  exported.flatMap(one =>
    typeof one === 'object' && one !== null && 'en' in one && 'ar' in one
      ? [{ file, en: flattened(one.en), ar: flattened(one.ar) }]
      : [],
  ),
)

test('every catalogue says the same things in both languages', () => {
  assert.ok(pairs.length >= 3)
  for (const { file, en, ar } of pairs) assert.deepEqual([...ar.keys()].sort(), [...en.keys()].sort(), file)
})

test('every wording is there, and in its own script', () => {
  /** The name of the other language stands in that language. */
  const swapped = (key: string) => key === 'otherLanguage'
  for (const { file, en, ar } of pairs)
    for (const [key, english] of en) {
      const [inLatin = '', inArabic = ''] = swapped(key) ? [ar.get(key), english] : [english, ar.get(key)]
      assert.match(inLatin, /[A-Za-z]/, `${file} ${key}`)
      assert.doesNotMatch(inLatin, /\p{Script=Arabic}/u, `${file} ${key}`)
      assert.match(inArabic, /\p{Script=Arabic}/u, `${file} ${key}`)
    }
})

test('a wording with a value holds it in both languages', () => {
  for (const { file, en, ar } of pairs)
    for (const [key, english] of en)
      assert.equal(english.includes('\u2068'), ar.get(key)?.includes('\u2068'), `${file} ${key}`)
})

/** What clinics do not say, and what is said instead: "incorrect", "Has not logged in yet", "Expires", and so on. */
const NOT_SAID = {
  en: /not right|somebody|whoever|never seen|last seen|ends by itself|valid until/i,
  ar: /أذكياء|مساعد ذكي|آخر ظهور|مقنّع|هاتف مخفي/,
}

test('every wording is of the words that clinics use', () => {
  for (const { file, en, ar } of pairs) {
    for (const [key, english] of en) assert.doesNotMatch(english, NOT_SAID.en, `${file} ${key}`)
    for (const [key, arabic] of ar) assert.doesNotMatch(arabic, NOT_SAID.ar, `${file} ${key}`)
  }
})

/** What only the table of rooms names: what each is called. */
const BY_ROOM = new Set<string>([...ROOM_KEYS, ...PUBLISHER_ROOM_KEYS])

test('no wording is said nowhere: each is named by a file that takes its catalogue', async () => {
  const sources = await Promise.all(
    (await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: SOURCES })))
      .filter(file => !file.endsWith('texts.ts'))
      .map(file => readFile(join(SOURCES, file), 'utf8')),
  )
  const unused = catalogues.flatMap(({ file, exported, names }) =>
    exported.flatMap((one, index) => {
      if (typeof one !== 'object' || one === null || !('en' in one) || typeof one.en !== 'object' || !one.en) return []
      const takers = sources.filter(text => new RegExp(`\\b${names[index]}\\b`).test(text))
      // All of them, by their keys; or one, by its name or as a part of it.
      const areSaid = takers.some(text => /Object\.entries\((?:t|useTexts\(\w+\))\)/.test(text))
      const isSaid = (key: string) =>
        areSaid || takers.some(text => new RegExp(`[.'?]${key}\\b|[{,] ${key}\\b(?!:)`).test(text))
      return Object.keys(one.en)
        .filter(key => !BY_ROOM.has(key) && !isSaid(key))
        .map(key => `${file} ${key}`)
    }),
  )
  assert.deepEqual(unused, [])
})
