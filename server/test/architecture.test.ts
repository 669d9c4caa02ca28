import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circlesOf } from './architecture/circles.ts'
import { importsOf, isOurs, roomOf, SOURCES } from './architecture/sources.ts'

/** What every room of rules and surfaces may know: what is promised, what a transaction is, how statements are written. */
const GROUND = ['contract', 'kernel', 'db']
/** What may know the rules of the clinic. */
const RULES = [...GROUND, 'domain']
/** What may know how a resource is shown, too: every surface shows it the same. */
const SURFACE = [...RULES, 'present']

/**
 * The rooms of the house, and which others each may import. A room is a folder of server/src, or a workspace. A new room
 * is listed here with what it may know; the files in server/src itself, in app/ and in process/ put all of it together.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  sdk: ['contract'],
  console: ['contract'],
  cli: ['contract', 'sdk'],
  // As their users write them: with the kit alone.
  examples: ['sdk'],
  db: [],
  kernel: ['contract', 'db'],
  domain: GROUND,
  // One file per resource, and no way to the database: what it takes beside the row is handed in.
  present: RULES,
  network: [],
  egress: [],
  settings: ['db', 'kernel', 'network'],
  http: [...GROUND, 'network', 'settings'],
  // Who serves: never each other, save that callbacks tell what pay is told, and that people come to the publishers and
  // to the platform itself with the session of the console.
  api: SURFACE,
  staff: [...SURFACE, 'http', 'network', 'settings'],
  publisher: [...SURFACE, 'http', 'staff'],
  platform: [...SURFACE, 'http', 'staff'],
  oauth: [...SURFACE, 'egress', 'http', 'network', 'settings'],
  assistant: [...SURFACE, 'http', 'network', 'settings'],
  pay: [...RULES, 'http', 'providers', 'settings'],
  'patient-pages': [...RULES, 'http'],
  callbacks: [...RULES, 'http', 'pay', 'providers', 'settings'],
  // Who works without being asked, and whom that work speaks to.
  webhooks: [...SURFACE, 'egress', 'settings'],
  // What is put to plugins, by what sends them their events.
  exam: [...RULES, 'egress', 'webhooks'],
  // Who looks on: what all of it does, and no more than its names.
  tracing: ['db', 'kernel', 'settings', 'webhooks'],
  jobs: [...RULES, 'egress', 'exam', 'exports', 'providers', 'settings'],
  // What is written out as a file: as the surfaces show it.
  exports: [...SURFACE, 'api'],
  providers: [...RULES, 'egress', 'settings'],
  // What operators run.
  cells: ['db', 'kernel'],
  command: [...RULES, 'cells', 'egress', 'settings', 'providers', 'secrets', 'webhooks'],
  demo: [...RULES, 'settings'],
  secrets: [...RULES, 'http', 'providers', 'settings'],
  backup: [...RULES, 'providers', 'secrets', 'settings'],
  // What is said of how much things are comes from what decides it.
  docs: [...RULES, 'egress', 'http', 'settings', 'webhooks'],
}

test('every room imports only what it may know', () => {
  const trespasses = SOURCES.flatMap(file => {
    const room = roomOf(file)
    if (room === 'house') return []
    const allowed = MAY_IMPORT[room]
    if (!allowed) return [`${room} is a new room: say in MAY_IMPORT which others it may know.`]
    return importsOf(file)
      .filter(isOurs)
      .map(of => [of, roomOf(of)] as const)
      .filter(([, other]) => other !== room && !allowed.includes(other))
      .map(([of, other]) => `${file} imports ${of}: ${room} may not know ${other}.`)
  })
  assert.deepEqual([...new Set(trespasses)], [])
})

test('of two rooms at most one knows the other, also by way of others: the arrows run downwards', () => {
  assert.deepEqual(circlesOf(new Map(Object.entries(MAY_IMPORT))), [])
})
