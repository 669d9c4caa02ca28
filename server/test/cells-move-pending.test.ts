import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createPaymentLink, getOnlinePayment } from '@clinic/contract/online-payments.ts'
import { createTask } from '@clinic/contract/tasks.ts'
import { cleanMoves } from '../src/cells/move/run-move.ts'
import { apiClient } from './support/app/api-client.ts'
import { appIn, startCells } from './support/app/cells.ts'
import { runJobs } from './support/app/jobs.ts'
import { follower, move } from './support/app/moving.ts'
import { oneAddress } from './support/app/one-address.ts'
import { issueInvoice } from './support/clinic/money.ts'
import { payingOnline } from './support/clinic/online-payments.ts'
import { eventually } from './support/eventually.ts'
import { type LiveClient, liveClient } from './support/staff/live-client.ts'
import { staffMember } from './support/staff/scene.ts'

const cells = await startCells()
const { control, north, south, databases } = cells
const { url } = await oneAddress(cells)

/** A clinic in north with an owner who is logged in, and a plugin that knows the one address alone. */
async function clinicInNorth() {
  const clinic = await north.make.clinic()
  const branch = await north.make.branch(clinic)
  const [doctor, patient] = [await north.make.doctor([branch]), await north.make.patient(branch)]
  const { token } = await north.make.installation(clinic)
  const { cookie } = await staffMember(appIn(control, north, url), clinic, 'owner')
  const api = apiClient(url, token)
  return { clinic, branch, doctor, patient, cookie, api, id: clinic.company_id }
}

const clean = (companyId: string) =>
  cleanMoves({ controlUrl: databases.control.ownerUrl, companyId, log: () => undefined })

test('a stream of the console ends where its clinic was and goes on where it lives, and tells of every change', async () => {
  const { api, cookie, id } = await clinicInNorth()
  const created = new Set<string>()
  const told = new Set<string>()
  const plugin = follower({ north: api }, 'north')
  const opened: LiveClient[] = []
  const open = async (last?: string) => {
    const stream = await liveClient(url, cookie, id, last)
    if (stream.status === 200) opened.push(stream)
    else await delay(20)
  }
  await eventually(async () => {
    await open()
    return opened.length
  }, 1)
  let going = true
  const writing = (async () => {
    for (let n = 0; going; n++) {
      const key = `told ${n}`
      const { body } = await plugin.send(each => each.call(createTask, { title: key }, { key }))
      created.add(body.data.id)
    }
  })()
  let heard = false
  const listening = (async () => {
    while (!heard) {
      const stream = opened.at(-1)
      const frame = await stream?.next()
      for (const one of frame?.data.task ?? []) told.add(one)
      // As the console does: it goes on from what it was told last.
      if (!frame && !heard) await open(stream?.last())
    }
  })()
  await eventually(async () => told.size > 0, true)
  await move(cells, id, 'south')
  const before = created.size
  await eventually(async () => created.size > before, true)
  going = false
  await writing
  await eventually(async () => [...created].filter(one => !told.has(one)), [])
  heard = true
  opened.at(-1)?.leave()
  await listening
  assert.equal(opened.length, 2, 'one in each cell')
})

test('a stream ends as the clinic leaves, though nothing more happens there', async () => {
  const { cookie, id } = await clinicInNorth()
  const stream = await liveClient(url, cookie, id)
  assert.equal(stream.status, 200)
  await move(cells, id, 'south')
  const movedAtMs = performance.now()
  assert.equal(await stream.next(), undefined)
  // Else it would end with the next sign of life, which is given every 15 seconds.
  assert.ok(performance.now() - movedAtMs < 5_000)
})

test('a job that waits for its time waits where its clinic went, and is done there once', async () => {
  const scene = await clinicInNorth()
  const { id, api, clinic } = scene
  await payingOnline(north.app, clinic)
  const { id: invoiceId } = await issueInvoice(north.app, scene, 100)
  const { id: linkId } = (await api.call(createPaymentLink, { invoiceId })).body.data
  const waiting = (app: typeof control) =>
    app.sql<{ run_at: string }>(
      `select run_at::text, key, max_attempts from graphile_worker._private_jobs
       where payload ->> 'companyId' = $1 and locked_at is null and run_at > now() order by 1`,
      [id],
    )
  const before = await waiting(north.app)
  assert.equal(before.length, 1)
  await move(cells, id, 'south')
  assert.deepEqual([await waiting(north.app), await waiting(south.app)], [[], before])
  await eventually(async () => (await api.call(getOnlinePayment, { id: linkId })).body.data?.status, 'CREATED')
  await south.app.sql("update online_payment set expires_at = now() - interval '1 second' where id = $1", [linkId])
  await south.app.sql("update graphile_worker._private_jobs set run_at = now() where payload ->> 'companyId' = $1", [
    id,
  ])
  for (const app of [north.app, south.app]) await runJobs(app)
  assert.equal((await api.call(getOnlinePayment, { id: linkId })).body.data.status, 'FAILED')
  const told = "select from event where company_id = $1 and type = 'onlinepayment.failed'"
  assert.equal((await south.app.sql(told, [id])).length, 1)
  assert.deepEqual(await waiting(south.app), [])
})

test('what control has told the source and it has not taken is taken once, by the target; what it has taken is not taken again', async () => {
  const { id } = await clinicInNorth()
  const tell = (news: string) =>
    control.sql("insert into cell_news (company_id, id, kind, content) values ($1, $2, 'audit', $3)", [
      ...[id, news],
      JSON.stringify({ request_id: 'req_told', caller: 'staff usr_1', operation: news, resource_ids: [] }),
    ])
  const arrived = (app: typeof control, news: string) =>
    eventually(async () => (await app.sql('select from cell_news where id = $1', [news])).length, 1)
  const take = async (app: typeof control) => {
    await app.sql("select graphile_worker.add_job('take_news')")
    await runJobs(app)
  }
  const recorded = async ({ sql }: typeof control) =>
    (
      await sql<{ operation: string }>(
        "select operation from audit_record where company_id = $1 and request_id = 'req_told' order by 1",
        [id],
      )
    ).map(({ operation }) => operation)
  await tell('new_first')
  await arrived(north.app, 'new_first')
  await take(north.app)
  await tell('new_second')
  for (const { app } of [north, south]) await arrived(app, 'new_second')
  await move(cells, id, 'south')
  for (const app of [north.app, south.app, south.app]) await take(app)
  assert.deepEqual(await recorded(south.app), ['new_first', 'new_second'])
  assert.deepEqual(await recorded(north.app), ['new_first'])
  await clean(id)
  await move(cells, id, 'control')
  // Written by what was under way as control decided, which saw the clinic in the cell.
  await tell('new_late')
  await clean(id)
  assert.deepEqual(await recorded(control), ['new_first', 'new_late', 'new_second'])
})
