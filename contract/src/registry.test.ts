import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declaredEvents, declaredOperations, declaredResources } from '../test/declared.ts'
import { fieldsOf, inputsOf, withoutRemarks } from '../test/legend.ts'
import { SPECIFIED_EVENTS } from '../test/specified-events.ts'
import { SPECIFIED_FIELDS, SPECIFIED_WORDS } from '../test/specified-fields.ts'
import { OWN_OPERATIONS, SPECIFIED_OPERATIONS } from '../test/specified-operations.ts'
import { AppointmentStatus } from './appointments.ts'
import { ClaimStatus } from './claims.ts'
import { CommunicationChannel, MessageChannel } from './communications.ts'
import { EInvoiceStatus } from './einvoices.ts'
import { MeasurementName } from './encounters.ts'
import { EVENT_TYPES, events } from './event-types.ts'
import { requestFileUpload, UploadContentType } from './files.ts'
import { FormSubmissionStatus } from './forms.ts'
import { families, operations } from './index.ts'
import { issuesOf } from './issues.ts'
import { isRecord, type JsonSchema, typesOf } from './json-schema.ts'
import { pathNames, type TSchema } from './kernel.ts'
import { LabOrderStatus } from './labs.ts'
import { OnlinePaymentStatus } from './online-payments.ts'
import { RecordablePaymentType } from './payments.ts'
import { TreatmentStatus } from './treatments.ts'
import { validator } from './validate.ts'

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const routesWhere = (matches: (operation: (typeof declaredOperations)[number]) => boolean) =>
  declaredOperations.filter(matches).map(routeOf).sort()

test('declares exactly the operations of the specification and those listed as ours, each with its scopes and inputs', () => {
  const declared = declaredOperations.map(operation => {
    assert.ok(operation.access.by === 'scopes', operation.id)
    const { mode, scopes } = operation.access
    const scope = scopes.length === 0 ? 'any' : scopes.join(mode === 'any' ? '|' : '&')
    return [routeOf(operation), scope, inputsOf(operation)].join(' · ')
  })
  const specified = [...SPECIFIED_OPERATIONS.map(([, ...row]) => row), ...OWN_OPERATIONS].map(row => row.join(' · '))
  assert.deepEqual(declared.sort(), specified.sort())
})

test('gives every operation an id and a route of its own', () => {
  const ids = declaredOperations.map(({ id }) => id)
  assert.deepEqual([...new Set(ids)], ids)
  const routes = declaredOperations.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  assert.deepEqual([...new Set(routes)], routes)
})

test('implements only what is declared, and nothing twice', () => {
  assert.deepEqual([...new Set(operations)], operations)
  assert.deepEqual(
    operations.filter(operation => !declaredOperations.includes(operation)),
    [],
  )
})

test('exports every operation of a family under its id, and emits only events that are declared', () => {
  for (const family of Object.values(families))
    for (const [name, value] of Object.entries<unknown>({ ...family }))
      if (operations.some(operation => operation === value)) assert.ok(isRecord(value) && value.id === name, name)
  for (const { id, emits } of operations)
    for (const type of emits)
      assert.ok(
        events.some(event => event.type === type),
        `${id} emits ${type}`,
      )
})

/** What an event is about that a list alone shows, or the record that it is part of; a message is read as a communication. */
const READ_IN_LISTS = [
  'consent_form',
  'expense',
  'income',
  'loyalty_transaction',
  'measurement',
  'message',
  'treatment_step',
  'videocall',
  'xray',
]

test('every event is about a record that can be read by its id', () => {
  const byId = declaredOperations.filter(({ method, path }) => method === 'GET' && /(\/:\w+|installation)$/.test(path))
  const readable = byId.map(({ returns }) => {
    const { properties }: JsonSchema = { ...returns }
    return properties?.object?.const
  })
  const told = [...new Set(declaredEvents.map(({ example }) => example.object))]
  assert.deepEqual(told.filter(object => !readable.includes(object)).sort(), READ_IN_LISTS)
})

test('requires every parameter of a path', () => {
  for (const { id, path, input } of declaredOperations) {
    const schema: JsonSchema = input
    for (const name of pathNames(path)) assert.ok(schema.required?.includes(name), `${id}: ${name}`)
  }
})

test('every text that a PATCH may clear takes an empty text for that', () => {
  const isText = (name: string, { format, enum: words }: JsonSchema) =>
    !/Id$/.test(name) && words === undefined && format !== 'date' && format !== 'date-time'
  let clearable = 0
  for (const { id, method, input } of declaredOperations.filter(each => each.method === 'PATCH'))
    for (const [name, field] of Object.entries({ ...input.properties })) {
      const schema: JsonSchema = { ...field }
      const types = typesOf(schema)
      if (!types.includes('string') || !types.includes('null') || !isText(name, schema)) continue
      clearable += 1
      assert.ok(schema['x-empty-is-none'], `${method} ${id}: ${name}`)
    }
  assert.ok(clearable > 15, String(clearable))
})

test('caps the window of the six lists of the specification and of the analytics alone', () => {
  const capped = routesWhere(({ windowDays }) => windowDays === 366)
  assert.deepEqual(capped, [
    'GET /analytics/summary',
    'GET /analytics/timeseries',
    'GET /claims',
    'GET /einvoice-submissions',
    'GET /invoices',
    'GET /online-payments',
    'GET /payments',
    'GET /quotations',
  ])
  assert.deepEqual(
    routesWhere(({ windowDays }) => windowDays !== undefined),
    capped,
  )
})

test('answers with a secret where one is made, and nowhere else', () => {
  assert.deepEqual(
    routesWhere(({ returns }) => /secret/i.test(fieldsOf(returns))),
    ['POST /webhook-endpoints', 'POST /webhook-endpoints/:id/rotate-secret'],
  )
})

test('answers 201 where a record is created and 202 where a message is queued', () => {
  assert.deepEqual(
    routesWhere(({ status }) => status === 201),
    [
      'POST /appointments',
      'POST /encounters/:id/measurements',
      'POST /form-submissions',
      'POST /inventory-items/:id/adjustments',
      'POST /leads',
      'POST /loyalty-transactions',
      'POST /patients',
      'POST /patients/:id/files',
      'POST /payment-links',
      'POST /payments',
      'POST /sandbox/triggers',
      'POST /tasks',
      'POST /webhook-endpoints',
    ],
  )
  assert.deepEqual(
    routesWhere(({ status }) => status === 202),
    ['POST /messages', 'POST /sandbox/reset', 'PUT /sandbox/clock'],
  )
})

test('gives every resource exactly the fields of the specification, in its order', () => {
  const declared = declaredResources.map(schema => [schema['x-resource'], fieldsOf(schema)])
  const specified = Object.entries(SPECIFIED_FIELDS).map(([name, line]) => [name, withoutRemarks(line)])
  assert.equal(new Set(declared.map(([name]) => name)).size, declared.length, 'each is declared once')
  assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(specified))
})

test('always returns every field of a resource, save the previous values of an event', () => {
  for (const { 'x-resource': name, properties = {}, required } of declaredResources) {
    const optional = Object.keys(properties).filter(field => !required?.includes(field))
    assert.deepEqual(optional, name === 'event' ? ['previousAttributes'] : [], name)
  }
})

test('uses the words of the specification', () => {
  const declared: Record<keyof typeof SPECIFIED_WORDS, TSchema> = {
    'appointment status': AppointmentStatus,
    'treatment status': TreatmentStatus,
    'lab order status': LabOrderStatus,
    'claim status': ClaimStatus,
    'online payment status': OnlinePaymentStatus,
    'e-invoice status': EInvoiceStatus,
    'form submission status': FormSubmissionStatus,
    'payment type accepted on recording': RecordablePaymentType,
    'message channel (send)': MessageChannel,
    'communication channel (filter)': CommunicationChannel,
    'file upload content type': UploadContentType,
    'file upload kind': requestFileUpload.input.properties.kind,
    'measurement name': MeasurementName,
  }
  const words = Object.entries(declared).map(([name, schema]) => {
    const { enum: values }: JsonSchema = { ...schema }
    return [name, values?.join(', ')]
  })
  assert.deepEqual(Object.fromEntries(words), SPECIFIED_WORDS)
})

test('declares each of the 63 events of the specification once, and no other', () => {
  assert.deepEqual([...EVENT_TYPES].sort(), [...SPECIFIED_EVENTS].sort())
  assert.equal(SPECIFIED_EVENTS.length, 63)
  assert.deepEqual(new Set(events), new Set(declaredEvents))
  const neverSent = events.filter(declared => declared.neverSent).map(({ type }) => type)
  assert.deepEqual(neverSent, ['quotation.viewed'])
})

test('gives every event an example that its own schema accepts, previous values included', () => {
  for (const { type, data, example, previousExample } of events) {
    assert.deepEqual(issuesOf(data, example), [], type)
    assert.ok(validator(data).check(example), type)
    assert.ok(validator(data).check({ ...example, ...previousExample }), type)
    for (const [name, value] of Object.entries(previousExample ?? {}))
      assert.notDeepEqual(value, new Map(Object.entries(example)).get(name), `${type}: ${name} changed`)
  }
})

test('gives previous attributes to every event whose name says that something was changed', () => {
  for (const { type, previousAttributes } of events)
    if (/(updated|changed)$/.test(type)) assert.equal(previousAttributes, true, type)
    else if (/created$/.test(type)) assert.equal(previousAttributes, false, type)
})

/** Words of the clinic or the plugin that are no closed set; none of them can hold what a patient is called or says. */
const OPEN_WORDS = ['room', 'errorCode', 'pluginSlug', 'changedFields', 'changedKeys']

test('lets no event carry free text: only ids, numbers, dates, states and a few named words', () => {
  for (const { type, data } of events) {
    for (const [name, field] of Object.entries<JsonSchema>(data.properties)) {
      const closed = field.enum || field.const || field.format === 'date-time' || /^id$|Id$/.test(name)
      const text = JSON.stringify(field).includes('"string"') && !closed
      assert.equal(text, OPEN_WORDS.includes(name), `${type}: ${name}`)
    }
  }
})
