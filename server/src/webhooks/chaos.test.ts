import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { test } from 'node:test'
import { patientCreated } from '@clinic/contract/patients.ts'
import { addClinic, type ChaosClinic, type ChaosWorld, openChaosWorld } from '../../test/chaos/chaos-world.ts'
import { type Arrival, startHostileReceiver } from '../../test/chaos/hostile-receiver.ts'
import { stopWorker, workerProcess } from '../../test/support/app/worker-process.ts'
import type { Caller } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'

/** `CHAOS_EVENTS=10000 npm test -- chaos` is the long form. */
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 200)
const KILL_EVERY_MS = 1200
const DATABASE_KILLS = Math.max(1, Math.round(EVENTS / 2000))
const WORKERS = 3
const RULES = { backoffMs: 100, maxAttempts: 4, maxConsecutiveFailures: 20 }
const OPTIONS = { rules: RULES, leaseMs: 4000, attemptMs: 1000 }
const LONGEST_MS = 60_000 + EVENTS * 60

const SYSTEM: Caller = { kind: 'system', id: 'chaos', tokenId: null, holds: () => true }
const delay = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const NAME = 'Zulaikha'
const PHONE = '+966500000042'

/** Commits one event of a clinic; false when the client was not told whether it was committed. */
async function commitEvent({ transactions }: ChaosWorld, clinic: ChaosClinic): Promise<boolean> {
  const facts = await transactions.clinic(clinic.id).catch(() => undefined)
  if (!facts) return false
  const context = { clinic: facts, caller: SYSTEM, requestId: newId('req') }
  const emit = transactions.write(context, async tx => {
    const id = newId('pat')
    await tx.insert('patient', {
      id,
      branch_id: clinic.branchId,
      file_number: await tx.takeNumber('patient'),
      first_name: NAME,
      phone_number: PHONE,
      search_text: '',
    })
    tx.emit(patientCreated, { id, branchId: clinic.branchId, doctorId: null })
    return { value: true }
  })
  return emit.catch(() => false)
}

/** Keeps WORKERS workers running while it kills one of them every so often, by SIGKILL. */
function keepKilling(world: ChaosWorld, onLog: (text: string) => void) {
  const { dispatcherUrl } = world.databaseUrls
  const workers: ChildProcess[] = []
  let ended = false
  /** As a supervisor does: a worker that could not start while the database was away is started again. */
  const spawn = async (): Promise<ChildProcess> => {
    for (;;) {
      const worker = await workerProcess({ database: { dispatcherUrl } }, OPTIONS, onLog).catch(() => undefined)
      if (worker) return worker
      await delay(100)
    }
  }
  const killing = (async () => {
    while (workers.length < WORKERS) workers.push(await spawn())
    while (!ended) {
      await delay(KILL_EVERY_MS * (0.5 + Math.random()))
      const victim = Math.floor(Math.random() * WORKERS)
      workers[victim]?.kill('SIGKILL')
      workers[victim] = await spawn()
    }
  })()
  const calm = async () => {
    ended = true
    await killing
  }
  return {
    calm,
    stop: () => Promise.all(workers.map(stopWorker)),
    async end() {
      await calm()
      for (const worker of workers) worker.kill('SIGKILL')
    },
  }
}

async function emptied(world: ChaosWorld): Promise<void> {
  const ends = performance.now() + LONGEST_MS
  for (;;) {
    const [row] = await world.ask<{ left: number }>('select count(*)::int as left from webhook_delivery')
    if (row?.left === 0) return
    assert.ok(performance.now() < ends, `${row?.left} deliveries did not come to an end`)
    await delay(200)
  }
}

interface Ended {
  id: string
  event_id: string
  endpoint_id: string
  status: string
  attempts: number
  finished_at: string
}

test('loses no delivery and sends none after its success, while workers and the database are killed and receivers misbehave', {
  timeout: 2 * LONGEST_MS,
}, async t => {
  const world = await openChaosWorld()
  const receiver = await startHostileReceiver()
  const { urls, arrivals } = receiver
  const names = Object.keys(urls)
  const pair = (n: number) => [urls.ok ?? '', urls[names[n % names.length] ?? ''] ?? '']
  const clinics = await Promise.all(names.map((_, n) => addClinic(world, pair(n))))
  const logs: string[] = []
  const workers = keepKilling(world, text => logs.push(text))
  t.after(async () => {
    await workers.end()
    await receiver.close()
    await world.close()
  })

  let acknowledged = 0
  const killAt = new Set(
    Array.from({ length: DATABASE_KILLS }, (_, n) => Math.floor(((n + 0.5) * EVENTS) / DATABASE_KILLS)),
  )
  for (let n = 0; n < EVENTS; n++) {
    const clinic = clinics[n % clinics.length]
    if (clinic && (await commitEvent(world, clinic))) acknowledged++
    else await delay(50)
    if (killAt.has(n)) await world.killDatabase()
    if (n % 10 === 0) await delay(20)
  }
  await workers.calm()
  await emptied(world)
  await workers.stop()

  const ended = await world.ask<Ended>('select * from webhook_delivery_done')
  const wanted = await world.ask<{ event_id: string; endpoint_id: string }>(
    `select event.id as event_id, endpoint.id as endpoint_id from event
     join webhook_endpoint as endpoint on endpoint.company_id = event.company_id`,
  )
  const counts = Object.fromEntries(
    Map.groupBy(ended, ({ status }) => status)
      .entries()
      .map(([k, v]) => [k, v.length]),
  )
  t.diagnostic(`${acknowledged} events acknowledged, ${arrivals.length} requests, ${JSON.stringify(counts)}`)
  assert.ok(wanted.length >= 2 * acknowledged, 'An acknowledged event is not there.')
  const keys = (rows: readonly { event_id: string; endpoint_id: string }[]) =>
    rows.map(({ event_id, endpoint_id }) => `${event_id} ${endpoint_id}`).sort()
  assert.deepEqual(keys(ended), keys(wanted))
  assert.ok((counts.SUCCEEDED ?? 0) > 0 && (counts.EXHAUSTED ?? 0) > 0)
  proveArrivals(ended, arrivals)

  const secrets = await world.ask<{ text: string }>(`select encode(token_hash, 'hex') as text from plugin_token`)
  const forbidden = [...world.secrets, ...secrets.map(({ text }) => text), NAME, PHONE, 'whsec_', 'plg_']
  for (const text of [...logs, ...arrivals.map(arrival => arrival.text)])
    for (const word of forbidden) assert.ok(!text.includes(word), 'A log or a request holds what it must not.')
  assert.ok(logs.length > 0)
})

/** What succeeded has arrived; nothing arrived after its success was recorded; no attempt came before its time. */
function proveArrivals(ended: readonly Ended[], arrivals: readonly Arrival[]): void {
  const byDelivery = Map.groupBy(arrivals, ({ deliveryId }) => deliveryId)
  for (const { id, status, finished_at } of ended) {
    const own = byDelivery.get(id) ?? []
    if (status === 'SUCCEEDED') {
      assert.ok(own.length > 0, `${id} succeeded without having arrived`)
      const late = own.filter(({ at }) => at > Date.parse(finished_at) + 1)
      assert.deepEqual(late, [], `${id} arrived after its success was recorded`)
    }
    const firstOf = (attempt: number) => Math.min(...own.filter(one => one.attempt === attempt).map(({ at }) => at))
    for (let attempt = 1; attempt < RULES.maxAttempts; attempt++) {
      const wait = firstOf(attempt + 1) - firstOf(attempt)
      if (Number.isFinite(wait)) assert.ok(wait >= RULES.backoffMs * 2 ** (attempt - 1) - 1, `${id}: ${wait} ms`)
    }
  }
}
