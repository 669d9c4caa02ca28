import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { events } from '@clinic/contract/event-types.ts'
import { recordFamilies } from '@clinic/contract/record-families.ts'
import { FILES, roomOf, SOURCES, STATIC_IMPORT, textOf } from './sources.ts'

test('every event that is promised is fired by a use-case, but the one that is never sent', () => {
  const sent = new Set<unknown>(events.filter(({ neverSent }) => !neverSent))
  const names = Object.values(recordFamilies).flatMap(family =>
    Object.entries(family).flatMap(([name, value]) => (sent.has(value) ? [name] : [])),
  )
  assert.equal(names.length, sent.size)
  const rules = SOURCES.filter(file => roomOf(file) === 'domain').map(file =>
    textOf(file).replaceAll(STATIC_IMPORT, ''),
  )
  assert.deepEqual(
    names.filter(name => !rules.some(text => new RegExp(`\\b${name}\\b`).test(text))),
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

test('the console has the styles of every component that it takes from its library', async () => {
  const console = FILES.filter(file => file.startsWith('console/src/')).map(textOf)
  const taken = console.flatMap(text =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names = '']) => names.match(/\b[A-Z]\w+/g) ?? [],
    ),
  )
  const styled = await readdir(join(fileURLToPath(import.meta.resolve('@mantine/core')), '../../styles'))
  const wanted = styled.filter(file => taken.includes(file.replace('.css', '')))
  assert.ok(wanted.length > 20)
  const loaded = textOf('console/src/app/mantine-styles.ts')
  assert.deepEqual(
    wanted.filter(file => !loaded.includes(`/styles/${file}'`)),
    [],
  )
})
