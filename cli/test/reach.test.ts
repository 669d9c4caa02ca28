import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { PLUGIN_ERRORS } from '@clinic/contract/errors.ts'
import { events } from '@clinic/contract/event-types.ts'
import { operations } from '@clinic/contract/index.ts'
import { SCOPES } from '@clinic/contract/scopes.ts'
import { ClinicError, createClient, Forbidden } from '@clinic/sdk/index.ts'
import type { EventType } from '@clinic/sdk/printed/events.generated.ts'
import { EVENTS, OPERATIONS } from '@clinic/sdk/printed/examples.generated.ts'
import type { ErrorCode, Scope } from '@clinic/sdk/printed/lists.generated.ts'
import { deliver, fakeClinic, fixture, refusal, TEST_SECRET } from '@clinic/sdk/testing.ts'
import { webhook } from '@clinic/sdk/webhooks.ts'
import { nameLinks } from '../../docs/src/print/places.ts'
import { referencePages } from '../../docs/src/print/reference.ts'
import { pluginModel } from '../../docs/src/print/surfaces.ts'
import { NAMED } from '../../sdk/print/declared.ts'
import { machine, PLG } from './machine.ts'

type Kind = 'operation' | 'event' | 'error' | 'scope'
const isEventType = (name: string): name is EventType => name in EVENTS
const isCode = (name: string): name is ErrorCode => name in PLUGIN_ERRORS
const isScope = (name: string): name is Scope => name in SCOPES

/** What the contract declares, each kind by the names that people know it by. */
const DECLARED: Readonly<Record<Kind, readonly string[]>> = {
  operation: operations.map(({ id }) => {
    const named = NAMED.find(({ operation }) => operation.id === id)
    return named ? `${named.family}.${named.verb}` : id
  }),
  event: events.map(({ type }) => type),
  error: Object.keys(PLUGIN_ERRORS),
  scope: Object.keys(SCOPES),
}
const idOf = new Map(NAMED.map(({ family, verb, operation }) => [`${family}.${verb}`, operation.id]))

/** Granted to plugins, and opening nothing of the interface yet. */
const OPENS_NOTHING = ['invoices:write', 'settings:read']

/** The names that the documentation leads somewhere, where the heading is that they lead to. */
function documented(): ReadonlySet<string> {
  const model = pluginModel()
  const texts = new Map(referencePages(model, 'reference').map(({ path, text }) => [path, text]))
  const found = [...nameLinks(model)].filter(([, link]) => {
    const [path = '', anchor = ''] = link.replace('/docs/', '').split('#')
    return texts.get(path)?.includes(` {#${anchor}}\n`)
  })
  return new Set(found.map(([name]) => name))
}

type Reach = Readonly<Record<Kind, (name: string) => unknown>>

const { clinic } = fakeClinic()
const methodOf = (name: string, on = clinic) => {
  const [family = '', verb = ''] = name.split('.')
  const method: unknown = Reflect.get(Object(Reflect.get(on, family)), verb)
  assert.ok(typeof method === 'function', name)
  return method
}
/** An input of which each required key is there. */
const inputOf = (name: string) => Object.fromEntries((OPERATIONS[name]?.required ?? []).map(key => [key, 'x']))
const rejected = async (call: unknown): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  )

/** By the SDK: what a program calls, hears and catches. */
const sdk: Reach = {
  operation: name => methodOf(name),
  event: async name => {
    const heard: string[] = []
    const on = { [`${name.split('.')[0]}.*`]: ({ type }: { type: string }) => void heard.push(type) }
    if (isEventType(name)) await deliver(webhook({ secret: TEST_SECRET, on }), [fixture(name)])
    return heard[0] === name
  },
  error: async code => {
    assert.ok(isCode(code))
    const { status } = PLUGIN_ERRORS[code]
    const client = createClient({
      ...{ token: 'plg_test_x', baseUrl: 'http://clinic.invalid', maxRetries: 0 },
      fetch: async () => refusal(code),
    })
    const error = await rejected(client.clinic.get())
    return (
      error instanceof ClinicError && error.name !== 'ClinicError' && error.code === code && error.status === status
    )
  },
  scope: async scope => {
    const client = createClient({
      ...{ token: 'plg_test_x', baseUrl: 'http://clinic.invalid' },
      fetch: async () => refusal('insufficient_scope', { requiredScopes: [scope] }),
    })
    const error = await rejected(client.clinic.get())
    return error instanceof Forbidden && error.requiredScopes[0] === scope
  },
}

/** By `@clinic/sdk/testing`: what a test without a network is given. */
const fixtures: Reach = {
  operation: async name => {
    const answer = Object(await Promise.resolve(methodOf(name)(inputOf(name))))
    return typeof Object([answer.data ?? answer].flat()[0]).object === 'string'
  },
  event: name => isEventType(name) && fixture(name).type === name,
  error: async code => isCode(code) && (await refusal(code).text()).includes(`"${code}"`),
  scope: async scope => {
    if (OPENS_NOTHING.includes(scope)) return true
    const others = Object.keys(SCOPES)
      .filter(isScope)
      .filter(one => one !== scope)
    const [all, without] = [fakeClinic(), fakeClinic({}, { scopes: others })]
    for (const name of DECLARED.operation) {
      const answers = await Promise.all(
        [all, without].map(async each =>
          JSON.stringify(await methodOf(name, each.clinic)(inputOf(name)).catch(String)),
        ),
      )
      if (answers[0] !== answers[1]) return true
    }
    return false
  },
}

const here = await machine()
const explained = new Map<Kind, ReadonlySet<unknown>>()
for (const kind of ['operation', 'event', 'error', 'scope'] as const) {
  const { rows, stderr } = await here.plg(['explain', '--kind', kind])
  assert.ok(rows.length > 0, stderr)
  explained.set(kind, new Set(rows.filter(({ means }) => String(means) !== '').map(({ id }) => id)))
}
const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const triggers = new Set((await here.plg(['trigger', '--list'])).rows.map(({ id }) => id))
const neverSent = new Set<string>(events.filter(one => one.neverSent).map(({ type }) => type))

/** By plg: every name is explained, an operation is a command, and an event that can be sent is caused. */
const cli: Reach = {
  operation: async name => {
    const [family = '', verb = ''] = name.split('.').map(kebab)
    const verbs: { name: string }[] = JSON.parse(
      await readFile(join(dirname(PLG), 'families', `${family}.json`), 'utf8'),
    )
    return explained.get('operation')?.has(name) && verbs.some(one => one.name === verb)
  },
  event: name => explained.get('event')?.has(name) && triggers.has(name) !== neverSent.has(name),
  error: code => explained.get('error')?.has(code),
  scope: scope => explained.get('scope')?.has(scope),
}

const anchors = documented()
const docs: Reach = {
  operation: name => anchors.has(idOf.get(name) ?? name),
  event: name => anchors.has(name),
  error: code => anchors.has(code),
  scope: scope => anchors.has(scope),
}

test('every operation, event, error and scope of the contract is in the SDK, in plg, in the documentation and in the fixtures', async () => {
  const missing: string[] = []
  for (const [place, reach] of Object.entries({ sdk, cli, docs, fixtures }))
    for (const kind of ['operation', 'event', 'error', 'scope'] as const)
      for (const name of DECLARED[kind]) if (!(await reach[kind](name))) missing.push(`${kind} ${name}: ${place}`)
  assert.deepEqual(missing, [])
})
