import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { roomOf, SOURCES, STATIC_IMPORT, textOf } from './sources.ts'

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/** The lines where a word stands as part of a type: there, and only there, stripping the types leaves nothing of it. */
function typeWords(file: string, word: RegExp): number[] {
  const text = textOf(file).replaceAll(COMMENT, found => found.replaceAll(/\S/g, ' '))
  const stripped = stripTypeScriptTypes(text)
  const imports = [...text.matchAll(STATIC_IMPORT)].map(({ index, 0: found }) => [index, index + found.length] as const)
  return [...text.matchAll(word)]
    .filter(({ index, 0: found }) => stripped.slice(index, index + found.length).trim() === '')
    .filter(({ index }) => !imports.some(([start, end]) => index >= start && index < end))
    .map(({ index }) => text.slice(0, index).split('\n').length)
}

/** Where types are made that the compiler cannot follow: from declarations, from rows, from tables of settings. */
const ASSERTING = ['kernel', 'db']
const ASSERTING_FILES = [
  'contract/src/fields.ts',
  'contract/src/kernel.ts',
  'contract/src/schema-builders.ts',
  'sdk/src/client/families.ts',
  'server/src/settings/env.ts',
]

test('types are narrowed, never asserted, save where they are made; nothing is any', () => {
  // What strips the types knows no JSX.
  const found = SOURCES.filter(file => !file.endsWith('.tsx')).flatMap(file => [
    ...(ASSERTING.includes(roomOf(file)) || ASSERTING_FILES.includes(file)
      ? []
      : typeWords(file, /\bas\s+(?!const\b)/g)
    ).map(line => `${file}:${line} as`),
    ...typeWords(file, /(?<!')\bany\b(?!'|:)/g).map(line => `${file}:${line} any`),
  ])
  assert.deepEqual(found, [])
})
