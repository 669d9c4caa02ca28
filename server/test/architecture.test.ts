import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { ROOT } from './runner/files.ts'

/** What every room of rules and surfaces may know: what is promised, what a transaction is, how statements are written. */
const GROUND = ['contract', 'kernel', 'db']
/** What may know the rules of the clinic. */
const RULES = [...GROUND, 'domain']

/**
 * The rooms of the house, and which others each may import. A room is a folder of server/src, or a workspace. A new room
 * is listed here with what it may know; the files in server/src itself, in app/ and in process/ put all of it together.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  sdk: ['contract'],
  console: ['contract'],
  db: [],
  kernel: ['contract', 'db'],
  domain: GROUND,
  network: [],
  egress: [],
  settings: ['db', 'kernel', 'network'],
  http: [...GROUND, 'network', 'settings'],
  // Who serves: never each other, save that callbacks tell what pay is told.
  api: RULES,
  staff: [...RULES, 'http', 'network', 'settings'],
  oauth: [...RULES, 'egress', 'http', 'network', 'settings'],
  assistant: [...RULES, 'http', 'network', 'settings'],
  pay: [...RULES, 'http', 'providers', 'settings'],
  callbacks: [...RULES, 'http', 'pay', 'providers', 'settings'],
  // Who works without being asked, and whom that work speaks to.
  webhooks: [...RULES, 'egress', 'settings'],
  jobs: [...RULES, 'egress', 'providers', 'settings'],
  providers: [...RULES, 'egress', 'settings'],
  // What operators run.
  command: [...RULES, 'egress', 'settings', 'providers', 'webhooks'],
  demo: [...RULES, 'settings'],
  secrets: [...RULES, 'http', 'settings'],
}

const LONG = 250
const TOO_LONG = 400
/** Tables of data, and what is generated. */
const DATA = ['contract/src/openapi/example-values.ts', 'server/src/db/tables.ts']

const files = (
  await Array.fromAsync(glob('{console,contract,sdk,server}/{src,test}/**/*.{ts,tsx}', { cwd: ROOT }))
).filter(file => !file.includes('node_modules'))
const isTest = (file: string) => file.endsWith('.test.ts') || /^(console|server|contract|sdk)\/test\//.test(file)
const sources = files.filter(file => !isTest(file) && /^(console|contract|server|sdk)\/src\//.test(file)).sort()
const textOf = new Map(sources.map(file => [file, readFileSync(join(ROOT, file), 'utf8')]))

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const DYNAMIC = /\bimport\('([^']+)'\)/g

interface Import {
  of: string
  /** Types alone, which leave no trace at run time. */
  types: boolean
}

/** What a file imports: the path of one of ours from the root, or the name of a package. */
function importsOf(file: string): Import[] {
  const text = textOf.get(file) ?? ''
  const found = [...text.matchAll(STATIC)].map(([, types, of = '']) => ({ of, types: types !== undefined }))
  const later = [...text.matchAll(DYNAMIC)].map(([, of = '']) => ({ of, types: false }))
  return [...found, ...later].map(one => ({ ...one, of: resolved(file, one.of) }))
}

function resolved(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(file), name))
  return name.replace(/^@clinic\/(\w+)\//, '$1/src/')
}

function roomOf(file: string): string {
  const [workspace = '', , folder = '', ...rest] = file.split('/')
  if (workspace !== 'server') return workspace
  return rest.length > 0 && folder !== 'app' && folder !== 'process' ? folder : 'house'
}

const isOurs = (name: string) => /^(console|contract|sdk|server)\/src\//.test(name)

test('every room imports only what it may know', () => {
  const trespasses = sources.flatMap(file => {
    const room = roomOf(file)
    if (room === 'house') return []
    const allowed = MAY_IMPORT[room]
    if (!allowed) return [`${room} is a new room: say in MAY_IMPORT which others it may know.`]
    return importsOf(file)
      .filter(({ of }) => isOurs(of))
      .map(({ of }) => [of, roomOf(of)] as const)
      .filter(([, other]) => other !== room && !allowed.includes(other))
      .map(([of, other]) => `${file} imports ${of}: ${room} may not know ${other}.`)
  })
  assert.deepEqual([...new Set(trespasses)], [])
})

test('no file imports itself by way of others', () => {
  const next = new Map(
    sources.map(file => [file, importsOf(file).flatMap(({ of, types }) => (isOurs(of) && !types ? [of] : []))]),
  )
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' → ')]
    if (done.has(file)) return []
    const circles = (next.get(file) ?? []).flatMap(of => visit(of, [...path, file]))
    done.add(file)
    return circles
  }
  assert.deepEqual(
    sources.flatMap(file => visit(file, [])),
    [],
  )
})

test('every event that is promised is fired by a use-case, but the one that is never sent', () => {
  const promised = sources
    .filter(file => file.startsWith('contract/src/'))
    .flatMap(file => [...(textOf.get(file) ?? '').matchAll(/export const (\w+) = event\(\{\n([\s\S]*?)\n\}\)/g)])
  assert.equal(promised.length, EVENT_TYPES.length)
  const rules = sources.filter(file => roomOf(file) === 'domain').map(file => textOf.get(file) ?? '')
  const isFired = (name: string) => rules.some(text => text.replaceAll(STATIC, '').match(new RegExp(`\\b${name}\\b`)))
  assert.deepEqual(
    promised.flatMap(([, name = '', text = '']) => (isFired(name) || text.includes('neverSent: true') ? [] : [name])),
    [],
  )
})

test('no test looks at the sessions and locks of all databases: others run beside it on the same server', () => {
  const tests = files.filter(file => file.endsWith('.test.ts') && file !== 'server/test/architecture.test.ts')
  assert.ok(tests.length > 100)
  const all = /\b(?:from|join) pg_(?:stat_activity|locks)\b/
  assert.deepEqual(
    tests.filter(file => all.test(readFileSync(join(ROOT, file), 'utf8'))),
    [],
    'Look at SESSIONS or LOCKS of server/test/support/database/sessions.ts.',
  )
})

test('nothing is exported as default, and nothing is a barrel', () => {
  const wrong = sources.filter(file => /^export (default\b|\*)/m.test(textOf.get(file) ?? ''))
  assert.deepEqual(wrong, [])
})

/** The lines where a word stands as part of a type: there, and only there, stripping the types leaves nothing of it. */
function typeWords(file: string, word: RegExp): number[] {
  const text = (textOf.get(file) ?? '').replaceAll(COMMENT, found => found.replaceAll(/\S/g, ' '))
  const stripped = stripTypeScriptTypes(text)
  const imports = [...text.matchAll(STATIC)].map(({ index, 0: found }) => [index, index + found.length] as const)
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
  'contract/src/lazy-require.ts',
  'contract/src/schema-builders.ts',
  'server/src/settings/env.ts',
]

test('types are narrowed, never asserted, save where they are made; nothing is any', () => {
  // What strips the types knows no JSX.
  const found = sources
    .filter(file => !file.endsWith('.tsx'))
    .flatMap(file => [
      ...(ASSERTING.includes(roomOf(file)) || ASSERTING_FILES.includes(file)
        ? []
        : typeWords(file, /\bas\s+(?!const\b)/g)
      ).map(line => `${file}:${line} as`),
      ...typeWords(file, /(?<!')\bany\b(?!'|:)/g).map(line => `${file}:${line} any`),
    ])
  assert.deepEqual(found, [])
})

test('no file has grown out of sight', t => {
  const lengths = sources.map(file => ({ file, lines: (textOf.get(file) ?? '').split('\n').length }))
  const long = lengths.filter(({ file, lines }) => lines > LONG && !DATA.includes(file))
  for (const { file, lines } of long) t.diagnostic(`${file} has ${lines} lines`)
  assert.deepEqual(
    long.filter(({ lines }) => lines > TOO_LONG),
    [],
  )
})
