import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Changes, compare } from '../src/changes/compare.ts'
import { promisesOf } from '../src/changes/promises.ts'
import { changesSince, lastRelease, releaseOf } from '../src/changes/released.ts'
import type { Described } from '../src/print/described.ts'
import { pluginApi } from '../src/print/surfaces.ts'

const release = lastRelease()

test('the contract keeps what was released: what changed since is additive', () => {
  assert.deepEqual(
    changesSince(release).broken,
    [],
    'This breaks those who rely on the released contract. Mend it, or release a new version of the interface.',
  )
})

test('a release keeps all that is promised: it differs from the contract that it was written from in nothing', () => {
  const { document }: { document: Described } = JSON.parse(releaseOf('2026-07-01'))
  assert.deepEqual(compare(promisesOf(document), promisesOf(JSON.parse(JSON.stringify(pluginApi())))), {
    added: [],
    broken: [],
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a document is changed in ways that its type forbids
type Any = any
type Change = (document: Any) => void

/** The released document with one thing changed, and what changed by that. */
function changed(change: Change): Changes {
  const document = structuredClone(release.document)
  change(document)
  return compare(promisesOf(release.document), promisesOf(document))
}

const booking = '/appointments'
const input = (document: Any) => document.paths[booking].post.requestBody.content['application/json'].schema
const patient = (document: Any) => document.components.schemas.patient
const eventData = (document: Any) =>
  document.webhooks['appointment.updated'].post.requestBody.content['application/json'].schema.properties.data

const BREAKING: readonly (readonly [what: string, change: Change, told: string])[] = [
  ['an operation goes', d => delete d.paths['/labs'].get, 'operation `listLabs` is gone'],
  [
    'an operation moves',
    d => {
      d.paths['/laboratories'] = d.paths['/labs']
      delete d.paths['/labs']
    },
    '`listLabs` is GET /laboratories and was GET /labs',
  ],
  [
    'an operation answers another status',
    d => {
      const { responses } = d.paths[booking].post
      responses[200] = responses[201]
      delete responses[201]
    },
    '`createAppointment` answers 200 and not 201',
  ],
  [
    'an operation asks for a further scope',
    d => {
      d.paths['/labs'].get['x-required-scopes'].scopes.push('files:read')
    },
    '`listLabs` asks for other scopes',
  ],
  ['an event goes', d => delete d.webhooks['task.created'], 'event `task.created` is gone'],
  ['an error code goes', d => delete d['x-error-codes'].lead_exists, 'error `lead_exists` is gone'],
  [
    'an error code gets another status',
    d => {
      d['x-error-codes'].lead_exists.status = 422
    },
    '`lead_exists` is 422 and was 409',
  ],
  [
    'a scope goes',
    d => delete d.components.securitySchemes.pluginToken['x-scopes']['tasks:read'],
    'scope `tasks:read` is gone',
  ],
  ['a field of an answer goes', d => delete patient(d).properties.gender, '`patient.gender` is gone'],
  ['a field of an event goes', d => delete eventData(d).properties.room, '`appointment.updated.data.room` is gone'],
  [
    'a field of an answer may be absent',
    d => {
      patient(d).required = patient(d).required.filter((name: string) => name !== 'createdAt')
    },
    '`patient.createdAt` may be absent now',
  ],
  [
    'a field of an answer gets another type',
    d => {
      patient(d).properties.fileNumber.type = 'string'
    },
    '`patient.fileNumber` has another type',
  ],
  [
    'a field of an answer may be null',
    d => {
      patient(d).properties.createdAt.type = ['string', 'null']
    },
    '`patient.createdAt` has another type',
  ],
  [
    'a field of an answer needs a scope',
    d => {
      patient(d).properties.gender['x-required-scope'] = 'patients:read.pii'
    },
    '`patient.gender` needs `patients:read.pii` now',
  ],
  [
    'a value of an answer goes',
    d => {
      eventData(d).properties.status.enum.pop()
    },
    '`appointment.updated.data.status` has no value `WAITING` any more',
  ],
  ['an input goes', d => delete input(d).properties.urgent, '`createAppointment(body).urgent` is gone'],
  ['an input must be given', d => input(d).required.push('title'), '`createAppointment(body).title` must be given now'],
  [
    'an input is new and must be given',
    d => {
      input(d).properties.reason = { type: 'string' }
      input(d).required.push('reason')
    },
    '`createAppointment(body).reason` must be given now',
  ],
  [
    'an input takes fewer characters',
    d => {
      input(d).properties.title.maxLength = 100
    },
    '`createAppointment(body).title` takes less than before',
  ],
  [
    'an input takes another type',
    d => {
      input(d).properties.urgent.type = 'string'
    },
    '`createAppointment(body).urgent` takes another type',
  ],
  [
    'an input takes but certain values',
    d => {
      input(d).properties.room.enum = ['1', '2']
    },
    '`createAppointment(body).room` takes but certain values now',
  ],
  [
    'an input gets a pattern',
    d => {
      input(d).properties.room.pattern = '^Room'
    },
    '`createAppointment(body).room` has another pattern',
  ],
  [
    'a parameter goes',
    d => {
      d.paths['/labs'].get.parameters = []
    },
    '`listLabs(limit)` is gone',
  ],
]

test('each kind of change that breaks those who rely on the contract is told, with its place', () => {
  for (const [what, change, told] of BREAKING)
    assert.ok(changed(change).broken.includes(told), `${what}: ${JSON.stringify(changed(change))}`)
})

const ADDITIVE: readonly (readonly [what: string, change: Change, told: string])[] = [
  [
    'an operation',
    d => {
      d.paths['/labs/new'] = { get: { ...d.paths['/labs'].get, operationId: 'listNewLabs' } }
    },
    'operation `listNewLabs`',
  ],
  [
    'an event',
    d => {
      d.webhooks['task.moved'] = d.webhooks['task.created']
    },
    'event `task.moved`',
  ],
  [
    'an error code',
    d => {
      d['x-error-codes'].new_code = { status: 409, message: '' }
    },
    'error `new_code`',
  ],
  [
    'a field of an answer',
    d => {
      patient(d).properties.nickname = { type: 'string' }
    },
    '`patient.nickname`',
  ],
  [
    'a value of an answer',
    d => eventData(d).properties.status.enum.push('LATE'),
    'value `LATE` of `appointment.updated.data.status`',
  ],
  [
    'an input that may be left out',
    d => {
      input(d).properties.reason = { type: 'string' }
    },
    '`createAppointment(body).reason`',
  ],
]

test('what is new is told once, and breaks nothing', () => {
  for (const [what, change, told] of ADDITIVE) assert.deepEqual(changed(change), { added: [told], broken: [] }, what)
})

test('what widens an input, or is said in other words, is no change', () => {
  assert.deepEqual(
    changed(d => {
      input(d).properties.title.maxLength = 300
      input(d).required = input(d).required.filter((name: string) => name !== 'branchId')
      d.paths['/labs'].get.description = 'Other words.'
    }),
    { added: [], broken: [] },
  )
})
