import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApiProcess } from '../../test/support/app/api-process.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { checkOutAs, doneToday, preview, visitOf } from '../../test/support/clinic/checkout.ts'
import { moneyMismatches } from '../../test/support/clinic/money.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { eventually } from '../../test/support/eventually.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'

const TIMES = 20

const app = await startApp()
const practice = await app.practice()
const { clinic, branch } = practice
const { cookie } = await staffMember(app, clinic, 'receptionist')
const next = await startApiProcess(app)

/** Sends it again while another one under its key is on its way, as the console does. */
async function insist(send: () => ReturnType<typeof checkOutAs>): ReturnType<typeof checkOutAs> {
  const answer = await send()
  return answer.body?.error?.code === 'idempotency_conflict' ? insist(send) : answer
}

/** A visit of a patient of its own, at which something was done, and the checkout of it by any process. */
async function scene() {
  const whose: Practice = { ...practice, patient: await app.patient(branch) }
  const appointmentId = await visitOf(app, whose)
  const treatmentId = await doneToday(app, whose, 10_000)
  const wish = { patientId: whose.patient.id, branchId: branch.id, appointmentId, lines: [{ treatmentId }] }
  const seen = await preview(
    staffClient(app, () => cookie),
    wish,
  )
  const key = `checkout of ${whose.patient.id}`
  const by = (address: string) => {
    const cashier = staffClient({ url: address }, () => cookie)
    const send = () => checkOutAs(cashier, wish, seen, { completeAppointment: true }, { key })
    return Array.from({ length: TIMES }, () => insist(send))
  }
  const charged = async () => {
    const count = async (table: string) =>
      (
        await app.sql<{ times: number; minor: number }>(
          `select count(*)::integer as times, coalesce(sum(${table === 'invoice' ? 'total' : 'amount'}_minor), 0)::integer as minor
           from ${table} where company_id = $1 and patient_id = $2`,
          [clinic.company_id, whose.patient.id],
        )
      )[0]
    return { invoices: await count('invoice'), payments: await count('payment') }
  }
  return { treatmentId, by, charged }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** Sends the requests, and kills the process that got them at some moment. */
type Moment = (send: () => ReturnType<Scene['by']>, kill: () => Promise<unknown>, scene: Scene) => Promise<unknown>

const MOMENTS: Readonly<Record<string, Moment>> = {
  'as they come': (send, kill) => {
    const sent = Promise.allSettled(send())
    return kill().then(() => sent)
  },
  'in the middle of the transaction': async (send, kill, { treatmentId }) => {
    const lock = new pg.Client(app.database.ownerUrl)
    await lock.connect()
    await lock.query('begin')
    await lock.query('select from treatment where id = $1 for update', [treatmentId])
    const sent = Promise.allSettled(send())
    const waits = `select from ${SESSIONS} where application_name = 'clinic writes' and wait_event_type = 'Lock'`
    await eventually(async () => (await app.sql(waits)).length > 0, true)
    await kill()
    await lock.end()
    return sent
  },
  'after the first answer': async (send, kill) => {
    const sent = send()
    const all = Promise.allSettled(sent)
    await Promise.race(sent)
    await kill()
    return all
  },
}

for (const [moment, happen] of Object.entries(MOMENTS))
  test(`one checkout sent ${TIMES} times to a process that is killed ${moment}, and again to the next, charges once`, async () => {
    const checkout = await scene()
    const killed = await startApiProcess(app)
    await happen(() => checkout.by(killed.address), killed.kill, checkout)
    const answers = await Promise.all(checkout.by(next.address))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ body }) => body.data.invoice?.id)).size, 1)
    const once = { times: 1, minor: 11_500 }
    assert.deepEqual(await checkout.charged(), { invoices: once, payments: once })
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  })
