import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { FILES, roomOf, SOURCES, STATIC_IMPORT, textOf } from './sources.ts'

test('every event that is promised is fired by a use-case, but the one that is never sent', () => {
  const promised = SOURCES.filter(file => file.startsWith('contract/src/')).flatMap(file => [
    ...textOf(file).matchAll(/export const (\w+) = event\(\{\n([\s\S]*?)\n\}\)/g),
  ])
  assert.equal(promised.length, EVENT_TYPES.length)
  const rules = SOURCES.filter(file => roomOf(file) === 'domain').map(file => textOf(file))
  const isFired = (name: string) =>
    rules.some(text => text.replaceAll(STATIC_IMPORT, '').match(new RegExp(`\\b${name}\\b`)))
  assert.deepEqual(
    promised.flatMap(([, name = '', text = '']) => (isFired(name) || text.includes('neverSent: true') ? [] : [name])),
    [],
  )
})

test('no test looks at the sessions and locks of all databases: others run beside it on the same server', () => {
  const tests = FILES.filter(
    file => file.endsWith('.test.ts') && file !== 'server/test/architecture/conventions.test.ts',
  )
  assert.ok(tests.length > 100)
  const all = /\b(?:from|join) pg_(?:stat_activity|locks)\b/
  assert.deepEqual(
    tests.filter(file => all.test(textOf(file))),
    [],
    'Look at SESSIONS or LOCKS of server/test/support/database/sessions.ts.',
  )
})
