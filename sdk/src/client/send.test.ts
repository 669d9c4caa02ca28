import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { clientWith } from '../create-client.ts'
import { ClinicError } from '../errors.ts'
import { SYSTEM, type Timing } from './timing.ts'

/** What happens to one attempt, and whether the service has done by then what was asked. */
const FAULTS = {
  'reset before': { done: false },
  'reset after': { done: true },
  'timed out before': { done: false },
  'timed out after': { done: true },
  '502 before': { done: false, status: 502 },
  '502 after': { done: true, status: 502 },
  '503': { done: false, status: 503, retryAfter: 3 },
  '500': { done: false, status: 500 },
  '429': { done: false, status: 429, retryAfter: 7 },
  busy: { done: false, status: 409, code: 'idempotency_conflict', retryAfter: 1 },
} as const
type Fault = keyof typeof FAULTS
interface Happening {
  readonly done: boolean
  readonly status?: number
  readonly retryAfter?: number
  readonly code?: string
}
const NAMES = Object.keys(FAULTS).filter((name): name is Fault => name in FAULTS)

/** A call as the service sees it: what is still to go wrong, and what it was asked with. */
interface Scene {
  readonly faults: Fault[]
  readonly records: Map<string, string>
  readonly keys: string[]
  /** Ends the attempt that is under way, as its time being up does. */
  timeIsUp(): void
}
let scene: Scene

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string | number>) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Keeps one record for each key, as the service does, and lets go wrong what is to. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const key = String(request.headers['idempotency-key'])
  const { faults, records, keys, timeIsUp } = scene
  keys.push(key)
  const fault = faults.shift()
  const known = records.get(key)
  const id = known ?? `tsk_${records.size + 1}`
  if (!fault || FAULTS[fault].done) records.set(key, id)
  if (!fault) answer(response, 201, { data: { id } }, { 'idempotent-replay': String(known !== undefined) })
  else if (fault.startsWith('reset')) request.socket.resetAndDestroy()
  else if (fault.startsWith('timed out')) timeIsUp()
  else refuse(response, FAULTS[fault])
}

function refuse(response: ServerResponse, { status = 0, retryAfter, code = 'x' }: Happening): void {
  const body = status === 502 ? '<html>' : { error: { code, message: '', requestId: 'req_x' } }
  answer(response, status, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

const server = createServer((request, response) => request.resume().once('end', () => serve(request, response)))
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
after(() => server.closeAllConnections())
after(() => server.close())
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function play(faults: readonly Fault[], maxRetries: number) {
  const waits: number[] = []
  let ending = new AbortController()
  scene = { faults: [...faults], records: new Map(), keys: [], timeIsUp: () => ending.abort() }
  const timing: Timing = {
    ...SYSTEM,
    sleep: async ms => void waits.push(ms),
    timeout: () => {
      ending = new AbortController()
      return ending.signal
    },
  }
  const clinic = clientWith({ baseUrl, token: 'plg_test_x', maxRetries }, timing)
  const create = (options = {}) => clinic.tasks.create({ title: 'Call' }, options).withResponse()
  return { create, waits, ...scene }
}

/** An attempt that was refused before it began leaves nothing open; all others may have done it, as far as a caller can see. */
const leavesOpen = (fault: Fault): boolean => fault !== '429'

test('whatever happens to its attempts, one key makes at most one record, and the caller knows whether there may be one', async () => {
  const anyFaults = fc.array(fc.constantFrom(...NAMES), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(anyFaults, fc.nat({ max: 4 }), async (faults, maxRetries) => {
      const { create, waits, records, keys } = play(faults, maxRetries)
      const outcome = await create().catch((error: unknown) => error)
      const happened = faults.slice(0, maxRetries + 1)
      const succeeds = happened.length <= maxRetries
      assert.equal(keys.length, happened.length + (succeeds ? 1 : 0))
      assert.equal(new Set(keys).size, 1)
      assert.ok(records.size <= 1)
      assert.equal(waits.length, keys.length - 1)
      for (const [at, wait] of waits.entries()) {
        const { retryAfter }: Happening = FAULTS[happened[at] ?? '500']
        if (retryAfter === undefined) assert.ok(wait <= 250 * 2 ** at)
        else assert.equal(wait, retryAfter * 1000)
      }
      if (succeeds) {
        assert.ok(!(outcome instanceof Error), String(outcome))
        const { data, replayed, idempotencyKey, attempts } = Object(outcome)
        const wasThere = happened.some(fault => FAULTS[fault].done)
        assert.deepEqual([records.get(keys[0] ?? ''), replayed], [data.id, wasThere])
        assert.deepEqual([idempotencyKey, attempts], [keys[0], keys.length])
        return
      }
      assert.ok(outcome instanceof ClinicError)
      assert.equal(outcome.mayHaveHappened, happened.some(leavesOpen))
      assert.deepEqual([outcome.idempotencyKey, outcome.attempts], [keys[0], keys.length])
      const before = records.get(keys[0] ?? '')
      if (!outcome.mayHaveHappened) assert.equal(before, undefined)
      scene.faults.length = 0
      const again = await create({ idempotencyKey: outcome.idempotencyKey })
      assert.deepEqual([again.replayed, records.size], [before !== undefined, 1])
      if (before !== undefined) assert.equal(again.data.id, before)
    }),
    { numRuns: 1000 },
  )
})
