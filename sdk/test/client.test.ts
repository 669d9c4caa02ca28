import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inputFor } from '../../server/test/conformance/input-for.ts'
import { startApp } from '../../server/test/support/app/harness.ts'
import { SAMPLES } from '../../server/test/support/clinic/file-samples.ts'
import type { Scene } from '../../server/test/support/clinic/fixture.ts'
import { pipeline } from '../../server/test/support/clinic/lead-stages.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { NAMED } from '../print/declared.ts'
import { SYSTEM, type Timing } from '../src/client/timing.ts'
import type { ClientOptions } from '../src/client-options.ts'
import { type Clinic, clientWith, createClient } from '../src/create-client.ts'
import {
  ClinicError,
  Conflict,
  ConnectionFailed,
  Forbidden,
  Invalid,
  NotFound,
  RateLimited,
  Refused,
  ServerError,
  TimedOut,
  Unauthenticated,
} from '../src/errors.ts'

const app = await startApp()
/** Waits are counted and not waited for. */
const INSTANTLY: Timing = { ...SYSTEM, sleep: async () => undefined }

interface Plugin extends Scene {
  token: string
  clinicOf(options?: ClientOptions, timing?: Timing): Clinic
}

let numbers = 0
async function plugin(wishes = {}, on = app): Promise<Plugin> {
  const practice = await app.practice({ mode: 'TEST' })
  const { token } = await app.installation(practice.clinic, { mode: 'TEST', ...wishes })
  const clinicOf: Plugin['clinicOf'] = (options, timing) => clientWith({ token, baseUrl: on.url, ...options }, timing)
  return { ...practice, app: on, next: () => ++numbers, token, api: on.api(token), clinicOf }
}

/** What is called by names that no type knows beforehand. */
const methodOf = (clinic: Clinic, family: string, verb: string): unknown =>
  Reflect.get(Object(Reflect.get(clinic, family)), verb)

test('every operation of the interface is called by its family and verb', async () => {
  const scene = await plugin()
  const clinic = scene.clinicOf({ maxRetries: 0 })
  for (const { family, verb, operation } of NAMED) {
    const input = await inputFor(operation, scene)
    const method = methodOf(clinic, family, verb)
    assert.ok(typeof method === 'function', `${family}.${verb}`)
    const answer = await method(input)
    const data = operation.answer === 'page' ? answer.data : answer
    const record = operation.answer === 'one' ? data : data[0]
    const kind = Object(operation.returns).properties.object.const
    assert.equal(record.object, kind, `${family}.${verb}`)
  }
})

/** What may happen to one attempt. */
const FAULTS = [
  'lost before',
  'lost after',
  'timed out before',
  'timed out after',
  '503',
  '500',
  '429',
  'none',
] as const
type Fault = (typeof FAULTS)[number]

const refusal = (status: number): Response =>
  Response.json({ error: { code: 'x', message: 'x', requestId: 'req_x' } }, { status, headers: { 'retry-after': '1' } })

/** Lets these things happen to the attempts, in their order; what was asked reaches the service or not. */
function faulty(faults: readonly Fault[]): { fetch: typeof fetch; keys: (string | null)[] } {
  const keys: (string | null)[] = []
  return {
    keys,
    async fetch(...request) {
      keys.push(new Headers(request[1]?.headers).get('idempotency-key'))
      const fault = faults[keys.length - 1] ?? 'none'
      if (fault === '503' || fault === '500' || fault === '429') return refusal(Number(fault))
      if (fault.endsWith('before')) throw new TypeError(fault)
      const response = await fetch(...request)
      if (fault.endsWith('after')) throw new TypeError(fault)
      return response
    },
  }
}

test('whatever happens to its attempts, what is asked is done at most once, and the caller knows whether it may have been', async () => {
  const { clinicOf } = await plugin()
  const reading = clinicOf()
  const anyFaults = fc.array(fc.constantFrom(...FAULTS), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(anyFaults, fc.nat({ max: 3 }), async (faults, maxRetries) => {
      const { fetch, keys } = faulty(faults)
      const title = `Call ${++numbers}`
      const clinic = clinicOf({ fetch, maxRetries }, INSTANTLY)
      const outcome = await clinic.tasks
        .create({ title })
        .withResponse()
        .catch((error: unknown) => error)
      const made = (await reading.tasks.list({ limit: 20 })).data.filter(task => task.title === title)
      assert.ok(made.length <= 1)
      assert.equal(new Set(keys).size, 1)
      assert.ok(keys.length <= maxRetries + 1)
      if (outcome instanceof ClinicError) {
        if (!outcome.mayHaveHappened) assert.equal(made.length, 0)
        assert.deepEqual([outcome.idempotencyKey, outcome.attempts], [keys[0], keys.length])
        const again = await reading.tasks.create({ title }, { idempotencyKey: keys[0] ?? '' }).withResponse()
        assert.equal(again.replayed, made.length === 1)
        if (made[0]) assert.equal(again.data.id, made[0].id)
      } else {
        assert.ok(typeof outcome === 'object' && outcome !== null && 'data' in outcome)
        assert.deepEqual(Object(outcome.data).id, made[0]?.id)
      }
    }),
    { numRuns: 60 },
  )
})

test('a caller’s own key goes through unchanged, and a second call with it is told apart', async () => {
  const { clinicOf, branch } = await plugin()
  const clinic = clinicOf()
  const input = { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' }
  const first = await clinic.patients.create(input, { idempotencyKey: 'intake-1' }).withResponse()
  const second = await clinic.patients.create(input, { idempotencyKey: 'intake-1' }).withResponse()
  assert.deepEqual([first.replayed, second.replayed, second.data.id], [false, true, first.data.id])
  assert.equal(first.idempotencyKey, 'intake-1')
  assert.match(second.requestId ?? '', /^req_/)
  assert.equal(second.response.status, 201)
  await assert.rejects(
    clinic.patients.create({ ...input, firstName: 'Sara' }, { idempotencyKey: 'intake-1' }),
    (error: unknown) => error instanceof Refused && error.code === 'idempotency_key_reused',
  )
})

/** The error of its class that a call ends with. */
async function failure<Kind extends ClinicError>(kind: new (...facts: never[]) => Kind, call: PromiseLike<unknown>) {
  const error = await Promise.resolve(call).then(
    () => assert.fail(`no ${kind.name}`),
    (caught: unknown) => caught,
  )
  assert.ok(error instanceof kind, String(error))
  assert.equal(error.name, kind.name)
  return error
}

test('every refusal is an error of its class, with what there is to know of it', async () => {
  const scene = await plugin()
  const { clinicOf, branch, patient } = scene
  const clinic = clinicOf()
  const invalid = await failure(Invalid, clinic.patients.list({ limit: 1000 }))
  assert.deepEqual([invalid.issues[0]?.path, invalid.code, invalid.status], ['limit', 'validation_failed', 400])
  const missing = await failure(NotFound, clinic.invoices.get({ id: 'inv_x' }))
  assert.match(missing.requestId ?? '', /^req_/)
  assert.deepEqual(
    [missing.operation, missing.attempts, missing.retryable, missing.mayHaveHappened],
    ['invoices.get', 1, false, false],
  )
  await failure(Unauthenticated, clinicOf({ token: 'plg_test_nonsense' }).clinic.get())
  const granted = await plugin({ scopes: ['clinic:read'] })
  const forbidden = await failure(Forbidden, granted.clinicOf().patients.list())
  assert.deepEqual(forbidden.requiredScopes, ['patients:read'])
  await pipeline(app, scene.clinic)
  const lead = { name: 'Huda', phone: '+966501234567', branchId: branch.id }
  await clinic.leads.create(lead)
  const conflict = await failure(Conflict, clinic.leads.create(lead))
  assert.deepEqual([conflict.code, conflict.mayHaveHappened], ['lead_exists', false])
  const { id: invoiceId } = await issueInvoice(app, scene, 100)
  const refused = await failure(Refused, clinic.payments.record({ invoiceId, amount: 1000, type: 'CASH' }))
  assert.equal(refused.code, 'amount_exceeds_pending')
  assert.equal((await clinic.payments.record({ invoiceId, amount: 40, type: 'CASH' })).patientId, patient.id)
})

test('what is refused for a while is waited for, as long as the service says; then the error is told', async () => {
  const slow = await app.secondProcess({ RATE_LIMITS: 'on', RATE_LIMIT_WRITE_BURST: '1' })
  const { clinicOf } = await plugin({}, slow)
  const waits: number[] = []
  const waiting: Timing = { ...SYSTEM, sleep: async ms => void waits.push(ms) }
  await clinicOf().tasks.create({ title: 'One' })
  const limited = await failure(RateLimited, clinicOf({ maxRetries: 1 }, waiting).tasks.create({ title: 'Two' }))
  assert.deepEqual([limited.attempts, limited.mayHaveHappened, limited.retryable], [2, false, true])
  assert.equal(waits.length, 1)
  assert.ok((waits[0] ?? 0) >= 1000)
  assert.equal((limited.retryAfterSeconds ?? 0) >= 1, true)
})

test('time runs out for an attempt and for the whole call, and the caller may end it with a reason of their own', async () => {
  const { clinicOf } = await plugin()
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const stop = () => reject(init?.signal?.reason)
      if (init?.signal?.aborted) stop()
      init?.signal?.addEventListener('abort', stop)
    })
  const each = await failure(TimedOut, clinicOf({ fetch: never, timeoutMs: 1 }, INSTANTLY).clinic.get())
  assert.deepEqual([each.attempts, each.code, each.mayHaveHappened], [3, 'timed_out', false])
  const total = await failure(TimedOut, clinicOf({ fetch: never, totalTimeoutMs: 1 }).tasks.create({ title: 'x' }))
  assert.deepEqual([total.attempts, total.mayHaveHappened], [1, true])
  const reason = new Error('enough')
  await assert.rejects(clinicOf({ fetch: never }).clinic.get({}, { signal: AbortSignal.abort(reason) }), reason)
  const controller = new AbortController()
  const ending = clinicOf({ fetch: never }).clinic.get({}, { signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(ending, reason)
  const nowhere = await failure(ConnectionFailed, clinicOf({ baseUrl: 'http://127.0.0.1:1' }, INSTANTLY).clinic.get())
  assert.equal(nowhere.attempts, 3)
  const page = async () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })
  const strange = await failure(ServerError, clinicOf({ fetch: page }).clinic.get())
  assert.match(strange.message, /text\/html.*baseUrl/)
})

test('a second DELETE that finds nothing left is done, where the answer to the first was lost', async () => {
  const { clinicOf } = await plugin()
  const url = 'https://example.com/hook'
  const { id } = await clinicOf().webhookEndpoints.create({ url, events: ['task.created'] })
  const { fetch } = faulty(['lost after'])
  assert.equal(await clinicOf({ fetch }, INSTANTLY).webhookEndpoints.delete({ id }), null)
  await failure(NotFound, clinicOf().webhookEndpoints.delete({ id }))
})

test('an id that is missing is told, and never makes a request of another operation', async () => {
  const { clinicOf } = await plugin()
  const asked = () => assert.fail('asked')
  const nothing: { id: string } = JSON.parse('{ "id": "" }')
  await assert.rejects(clinicOf({ fetch: asked }).patients.get(nothing), /patients\.get needs id/)
})

test('the log holds no token, no body and no value of a query; what looks at requests sees each attempt', async () => {
  const { clinicOf, branch, token } = await plugin()
  const lines: string[] = []
  const logger = {
    debug: (message: string, fields: object) => lines.push(`${message} ${JSON.stringify(fields)}`),
    warn: (message: string, fields: object) => lines.push(`${message} ${JSON.stringify(fields)}`),
  }
  const seen: string[] = []
  const clinic = clinicOf(
    {
      logger,
      fetch: faulty(['503']).fetch,
      onRequest: ({ operation, attempt, headers }) => {
        headers.set('traceparent', 'x')
        seen.push(`${operation} ${attempt}`)
      },
      onResponse: ({ status }) => seen.push(String(status)),
    },
    INSTANTLY,
  )
  await clinic.patients.create({ branchId: branch.id, firstName: 'Secretive', lastName: 'Name' })
  const { data } = await clinic.patients.list({ searchTerm: 'Secretive' })
  await clinic.patients.get({ id: data[0]?.id ?? '' })
  assert.deepEqual(seen.slice(0, 4), ['patients.create 1', '503', 'patients.create 2', '201'])
  const log = lines.join('\n')
  assert.match(log, /patients\.create is tried again/)
  assert.match(log, /"path":"\/patients\/:id"/)
  for (const secret of [token, 'Secretive', branch.id, data[0]?.id ?? 'x']) assert.ok(!log.includes(secret), secret)
})

test('a token may be fetched anew for each attempt, and a copy of the client differs in what it is told', async () => {
  const { clinicOf, token } = await plugin()
  const tokens = ['plg_test_old', token]
  const clinic = clinicOf({ token: async () => tokens.shift() ?? token })
  await failure(Unauthenticated, clinic.clinic.get())
  assert.equal((await clinic.clinic.get()).object, 'clinic')
  const copy = clinic.with({ token: 'plg_test_other' })
  await failure(Unauthenticated, copy.clinic.get())
  assert.equal((await clinic.clinic.get()).object, 'clinic')
})

test('a client without address or token says what it needs, and takes both from the environment', async () => {
  const { token } = await plugin()
  assert.throws(() => createClient({ token }), /CLINIC_URL/)
  await assert.rejects(createClient({ baseUrl: app.url }).clinic.get(), /CLINIC_TOKEN/)
  Object.assign(process.env, { CLINIC_TOKEN: token, CLINIC_URL: `${app.url}/api/v1/` })
  assert.equal((await createClient().clinic.get()).object, 'clinic')
  delete process.env.CLINIC_TOKEN
  delete process.env.CLINIC_URL
})

test('a live token is refused in a page, unless it is said to be meant', () => {
  const options = { token: 'plg_live_x', baseUrl: app.url }
  Object.assign(globalThis, { document: {} })
  try {
    assert.throws(() => createClient(options), /live token in a page/)
    assert.ok(createClient({ ...options, allowBrowser: true }))
    assert.ok(createClient({ ...options, token: 'plg_test_x' }))
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
  assert.ok(createClient(options))
})

test('instants are given as dates or texts', async () => {
  const { clinicOf } = await plugin()
  const clinic = clinicOf()
  const due = new Date('2026-12-01T08:00:00Z')
  const task = await clinic.tasks.create({ title: 'Call back', due })
  assert.equal(task.due, due.toISOString())
  const since = new Date(Date.parse(task.updatedAt) - 1)
  assert.deepEqual(
    (await clinic.tasks.list({ updatedAfter: since })).data.map(({ id }) => id),
    [task.id],
  )
})

test('a sync reads everything once, then what changed, and goes on from the mark that it saved', async () => {
  const { clinicOf, branch, patient } = await plugin()
  const clinic = clinicOf()
  const made = [patient.id]
  for (let more = 0; more < 5; more++) made.push((await app.patient(branch)).id)
  let mark: string | undefined
  const read = async () => {
    const ids: string[] = []
    const save = (reached: string) => {
      mark = reached
    }
    const { count } = await clinic.patients.sync({
      since: mark ?? null,
      limit: 2,
      each: ({ id }) => ids.push(id),
      save,
    })
    assert.equal(count, ids.length)
    return ids
  }
  assert.deepEqual([...new Set(await read())].sort(), made.toSorted())
  assert.deepEqual(await read(), [])
  await clinic.patients.update({ id: patient.id, gender: 'female' })
  assert.deepEqual(await read(), [patient.id])
})

test('a file goes up in one call, and with its key again it is the same file', async () => {
  const { clinicOf, patient } = await plugin()
  const png = new Uint8Array(SAMPLES['image/png'])
  const file = new File([png], 'smile.png', { type: 'image/png' })
  const clinic = clinicOf()
  const input = { patientId: patient.id, file, kind: 'file' } as const
  const stored = await clinic.files.upload(input, { idempotencyKey: 'scan-7' })
  assert.deepEqual([stored.object, stored.name, stored.sizeBytes], ['file', 'smile.png', png.length])
  const read = await fetch(stored.downloadUrl)
  assert.deepEqual(new Uint8Array(await read.arrayBuffer()), png)
  const again = await clinic.files.upload(input, { idempotencyKey: 'scan-7' }).catch((error: unknown) => error)
  assert.equal(Object(again).id, stored.id)
  await assert.rejects(clinic.files.upload({ patientId: patient.id, file: png, kind: 'file' }), /needs contentType/)
})

test('following gives each event once, oldest first, and saves how far it came', async () => {
  const { clinicOf } = await plugin()
  const looked: number[] = []
  const clinic = clinicOf({}, { ...SYSTEM, sleep: async ms => void looked.push(ms) })
  const titles: string[] = []
  let saved: string | undefined
  const controller = new AbortController()
  const make = async () => void titles.push((await clinic.tasks.create({ title: `T${titles.length}` })).id)
  await make()
  const begun = (await clinic.events.list({ limit: 1 })).data[0]?.id ?? ''
  for (let more = 0; more < 3; more++) await make()
  const save = (id: string) => {
    saved = id
  }
  const found: string[] = []
  for await (const event of clinic.events.follow({ after: begun, save }, { signal: controller.signal })) {
    if (event.type === 'task.created') found.push(event.data.id)
    if (found.length === 3 && titles.length === 4) await make()
    if (found.length === 4) break
  }
  assert.deepEqual(found, titles.slice(1))
  for await (const event of clinic.events.follow({ after: saved ?? '' })) {
    assert.equal(event.data.id, titles.at(-1))
    break
  }
})
