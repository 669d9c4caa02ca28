import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Visitor } from 'vite'
import { ROOT } from '../runner/files.ts'
import { lineAt, parsed } from './parsed.ts'
import { FILES } from './sources.ts'

interface Word {
  /** What the field says. */
  instead: string
  /** Folders in which the word meant this; everywhere unless told. */
  in?: readonly string[]
}

const WEBHOOKS = ['server/src/webhooks/']
const OAUTH = ['server/src/oauth/']
const ASSISTANT = ['server/src/assistant/']

/** Names that were ours alone, and the field's words for them: whole names, so that ordinary English stays. */
const DIALECT: Readonly<Record<string, Word>> = {
  veil: { instead: 'redact' },
  veilRecords: { instead: 'redactRecords' },
  lane: { instead: 'dedicated connection' },
  Lane: { instead: 'DedicatedConnection' },
  onOwnConnection: { instead: 'withTransaction' },
  gather: { instead: 'batchingQueue' },
  naturalBatch: { instead: 'batchingQueue' },
  grantStamp: { instead: 'grantVersion' },
  stamp: { instead: 'version', in: ['server/src/kernel/', 'server/src/http/', ...OAUTH] },
  stampHolds: { instead: 'isCurrent' },
  beforehand: { instead: 'prepare' },
  implementKnowing: { instead: 'prepare' },
  happening: { instead: 'outboxEvent', in: ['server/src/kernel/', 'server/src/domain/webhooks/', ...WEBHOOKS] },
  pace: { instead: 'concurrencyLimit' },
  cap: { instead: 'concurrencyLimit', in: WEBHOOKS },
  beat: { instead: 'tally', in: WEBHOOKS },
  struck: { instead: 'failing', in: WEBHOOKS },
  met: { instead: 'new', in: WEBHOOKS },
  Room: { instead: 'Capacity', in: WEBHOOKS },
  Flight: { instead: 'InFlight', in: WEBHOOKS },
  fresh: { instead: 'unanswered', in: WEBHOOKS },
  judgeDestination: { instead: 'checkDestination' },
  judge: { instead: 'check' },
  judged: { instead: 'checked', in: ['server/src/command/'] },
  judgement: { instead: 'verdict' },
  pointless: { instead: 'skipped' },
  pushedBack: { instead: 'throttled' },
  fold: { instead: 'rollUp', in: ['server/src/jobs/', 'server/src/domain/analytics/'] },
  Sight: { instead: 'Visibility', in: ASSISTANT },
  sight: { instead: 'visibility', in: ASSISTANT },
  Told: { instead: 'ToolResult', in: ASSISTANT },
  everydayCall: { instead: 'fastPath' },
  EverydayCall: { instead: 'FastPath' },
  Arrival: { instead: 'CallbackResult', in: OAUTH },
  arrival: { instead: 'callbackResult', in: OAUTH },
  Comer: { instead: 'the caller', in: OAUTH },
  comer: { instead: 'the caller', in: OAUTH },
  Obstacle: { instead: 'an error', in: OAUTH },
  spare: { instead: 'enforceLimit', in: OAUTH },
  mayBounce: { instead: 'mayRedirectError' },
  Said: { instead: 'CachedAnswer' },
  said: { instead: 'cachedAnswer', in: OAUTH },
  standing: { instead: 'active', in: OAUTH },
  noteUse: { instead: 'recordUse' },
  noted: { instead: 'recorded', in: OAUTH },
  unnoted: { instead: 'last_use_stale' },
  noted_until: { instead: 'last_use_fresh_until' },
  flow_hash: { instead: 'request_hash' },
  playApi: { instead: 'start' },
  unsaid: { instead: 'defaultedColumns' },
  narrow: { instead: 'selective' },
  knock: { instead: 'request' },
  hook: { instead: 'receiver' },
}

function namesOf(file: string): Set<string> {
  const names = new Set<string>()
  const visitor = new Visitor({
    Identifier: ({ name }) => void names.add(name),
    PrivateIdentifier: ({ name }) => void names.add(name),
  })
  visitor.visit(parsed(file).program)
  return names
}

test('names are the words of the field, not a dialect of ours', () => {
  const files = FILES.filter(file => file !== 'server/test/architecture/words.test.ts')
  const found = files.flatMap(file =>
    [...namesOf(file)].flatMap(name => {
      const word = Object.hasOwn(DIALECT, name) ? DIALECT[name] : undefined
      if (!word || !(word.in?.some(folder => file.startsWith(folder)) ?? true)) return []
      return [`${file}: ${name} is called ${word.instead}`]
    }),
  )
  assert.deepEqual(found, [])
})

/** Names in the schema, where `_` does not end a word. */
const SCHEMA_WORDS =
  /wall_off|walled|grant_stamp|stamp_holds|branch_hour_change|webhook_pace|\bcap\b|standing_|(?<!credit_|claim_)note_(?!template)|noted|oauth_flow|flow_hash/g

test('tables, columns and functions of the schema are named in the words of the field', async () => {
  const files = await Array.fromAsync(glob(['server/migrations/*.sql', 'server/schema.sql'], { cwd: ROOT }))
  assert.ok(files.length > 1)
  const found = files.flatMap(file => {
    const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/--.*$/gm, '')
    return [...code.matchAll(SCHEMA_WORDS)].map(([word]) => word)
  })
  assert.deepEqual([...new Set(found)], [])
})

const VAGUE = /(?<!`)\b(?:whoever|somebody|nobody|at once)\b(?!`)/gi

test('comments name who does it and say when: the worker, the caller; immediately, at the same time', async () => {
  const others = await Array.fromAsync(glob('{bench,conformance}/**/*.ts', { cwd: ROOT }))
  // What is printed of the contract speaks to those who use it, in the contract's words.
  const files = [...FILES.filter(file => !file.includes('.generated.')), ...others]
  assert.ok(files.length > 100)
  const found = files.flatMap(file =>
    parsed(file).comments.flatMap(({ value, start }) =>
      [...value.matchAll(VAGUE)].map(([word]) => `${file}:${lineAt(file, start)} ${word}`),
    ),
  )
  assert.deepEqual(found, [])
})
