import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAppointment } from '@clinic/contract/appointments.ts'
import { listEvents } from '@clinic/contract/events.ts'
import { getInstallation } from '@clinic/contract/installation.ts'
import { listLoyaltyAccounts } from '@clinic/contract/loyalty.ts'
import { createPaymentLink, getOnlinePayment } from '@clinic/contract/online-payments.ts'
import { createPatient, getPatient, listPatients, updatePatient } from '@clinic/contract/patients.ts'
import { triggerEvent } from '@clinic/contract/sandbox.ts'
import { getSandboxClock, moveSandboxClock, resetSandbox } from '@clinic/contract/sandbox-clock.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { payingOnline } from '../../test/support/clinic/online-payments.ts'
import { eventually } from '../../test/support/eventually.ts'
import { recordPoints } from '../domain/loyalty/record-points.ts'

const DAY_MS = 86_400_000

const app = await startApp()

const ahead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

async function sandbox() {
  const practice = await app.practice({ mode: 'TEST' })
  await app.sql('update clinic set plugins_move_time = true where company_id = $1', [practice.clinic.company_id])
  return practice
}
type Sandbox = Awaited<ReturnType<typeof sandbox>>

/** Moves the clock and lets a worker do it; how it came out. */
async function move({ api }: Sandbox, wish: { advance?: string; to?: string }) {
  const begun = await api.call(moveSandboxClock, { ...wish, waitSeconds: 0 })
  assert.equal(begun.status, 202, begun.text)
  await runJobs(app)
  const { body } = await api.call(getSandboxClock, {})
  assert.equal(body.data.run?.state, 'DONE')
  return body.data
}

test('90 days with 400 patients: points expire at their own instants, and everybody goes by the new time', async () => {
  const here = await sandbox()
  const { api, clinic, branch } = here
  const patients = await Promise.all(Array.from({ length: 400 }, () => app.patient(branch)))
  const expiries = patients.map((_, n) => ahead(1 + (n * 88) / 400))
  await app.write(clinic, async tx => {
    for (const [n, { id }] of patients.entries())
      await recordPoints(tx, { patientId: id, type: 'EARN', points: 10, expiresAt: expiries[n] ?? null })
  })
  const before = (await api.call(getSandboxClock, { until: ahead(91) })).body.data
  assert.deepEqual([before.due[0]?.kind, before.due[0]?.count], ['expire_points', 400])
  const began = performance.now()
  const clock = await move(here, { advance: 'P90D' })
  assert.ok(performance.now() - began < 30_000)
  assert.equal(Math.round((Date.parse(clock.now) - Date.parse(clock.realNow)) / DAY_MS), 90)
  assert.equal(clock.run?.jobs, 400)
  const expired = await app.sql<{ created_at: string }>(
    `select created_at from loyalty_transaction where company_id = $1 and type = 'EXPIRE' order by created_at`,
    [clinic.company_id],
  )
  assert.deepEqual(
    expired.map(row => row.created_at),
    expiries,
  )
  assert.ok((await api.all(listLoyaltyAccounts, {})).every(({ pointsBalance }) => pointsBalance === 0))
})

test('a link to pay by ends at its own instant, and is told of then', async () => {
  const here = await sandbox()
  const { api, clinic } = here
  await payingOnline(app, clinic)
  const { id: invoiceId } = await issueInvoice(app, here, 100)
  const { id } = (await api.call(createPaymentLink, { invoiceId })).body.data
  await move(here, { to: ahead(91) })
  const link = (await api.call(getOnlinePayment, { id })).body.data
  assert.deepEqual([link.status, link.paymentLink], ['FAILED', null])
  const [row] = await app.sql<{ expires_at: string; closed_at: string; closed_reason: string }>(
    'select expires_at, closed_at, closed_reason from online_payment where id = $1',
    [id],
  )
  assert.deepEqual([row?.closed_at, row?.closed_reason], [row?.expires_at, 'EXPIRED'])
  const [event, ...others] = await api.all(listEvents, { type: 'onlinepayment.failed' })
  assert.deepEqual([event?.createdAt, others], [row?.expires_at, []])
})

test('what is dated ahead shows in deltas and events; tokens, keys and deliveries keep the real time', async () => {
  const here = await sandbox()
  const { api, branch, clinic } = here
  const old = { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' }
  const first = await api.call(createPatient, old, { key: 'before' })
  const moved = await move(here, { to: ahead(200) })
  assert.equal((await api.call(createPatient, old, { key: 'before' })).text, first.text)
  const { body } = await api.call(createPatient, { ...old, firstName: 'Sara' })
  assert.ok(body.data.createdAt >= String(moved.run?.to) && Date.parse(body.data.createdAt) < Date.now() + 201 * DAY_MS)
  const changed = await api.all(listPatients, { updatedAfter: String(moved.run?.from) })
  assert.deepEqual(
    changed.map(({ id }) => id),
    [body.data.id],
  )
  const [newest] = await api.all(listEvents, { type: 'patient.created' })
  assert.equal(newest?.createdAt, body.data.createdAt)
  assert.deepEqual(await api.all(listEvents, { after: String(newest?.id) }), [])
  const [key] = await app.sql<{ late: boolean }>(
    `select bool_or(created_at > now() + interval '1 minute') as late from idempotency_record where company_id = $1`,
    [clinic.company_id],
  )
  assert.equal(key?.late, false)
  const visit = { branchId: branch.id, doctorId: here.doctor.id, patientId: here.patient.id }
  const past = { ...visit, start: `${ahead(100).slice(0, 10)}T08:00:00Z`, end: `${ahead(100).slice(0, 10)}T08:30:00Z` }
  const refused = await api.call(createAppointment, past)
  assert.equal(refused.body.error.details?.issues?.[0]?.code, 'in_the_past')
})

test('jobs that wait are done in their order, each at its instant by the clock of the clinic', async () => {
  const here = await sandbox()
  await here.api.call(triggerEvent, { type: 'einvoice.submitted' })
  const { body } = await here.api.call(triggerEvent, { type: 'message.sent' })
  assert.ok(body.data)
  await app.write(here.clinic, async tx => {
    const later = new Date(Date.parse(tx.now) + 40 * DAY_MS).toISOString()
    const { enqueue } = await import('../kernel/job-queue.ts')
    const { messageDispatch } = await import('../domain/messaging/dispatch.ts')
    await enqueue(tx, messageDispatch, { communicationId: 'com_none' }, { at: later, key: 'later' })
  })
  const clock = await move(here, { advance: 'P30D' })
  const { due } = (await here.api.call(getSandboxClock, { until: ahead(41) })).body.data
  assert.deepEqual(
    due.map(({ kind, first }) => [
      kind,
      Math.round((Date.parse(first) - Date.parse(String(clock.run?.from))) / DAY_MS),
    ]),
    [['dispatch_message', 40]],
  )
})

test('writes wait while the clock is moved, and find the new time', async () => {
  const here = await sandbox()
  const { api, branch } = here
  const [moved, written] = await Promise.all([
    api.call(moveSandboxClock, { advance: 'P10D' }),
    eventually(async () => {
      await runJobs(app)
      return (await api.call(getSandboxClock, {})).body.data.run?.state
    }, 'DONE').then(() => api.call(createPatient, { branchId: branch.id, firstName: 'Noor', lastName: 'Ali' })),
  ])
  assert.equal(moved.status, 200, moved.text)
  assert.ok(Date.parse(moved.body.data.now) > Date.now() + 9 * DAY_MS)
  assert.ok(Date.parse(written.body.data.createdAt) > Date.now() + 9 * DAY_MS)
})

test('only where its people allow it, in a sandbox, and one at a time', async () => {
  const here = await app.practice({ mode: 'TEST' })
  const off = await here.api.call(moveSandboxClock, { advance: 'P1D', waitSeconds: 0 })
  assert.deepEqual([off.status, off.body.error.code], [403, 'insufficient_scope'])
  assert.equal((await here.api.call(resetSandbox, { confirm: 'reset' })).status, 403)
  const live = await app.practice()
  for (const operation of [getSandboxClock, moveSandboxClock, resetSandbox] as const)
    assert.equal(
      (await live.api.send(operation.method, operation.path, operation.method === 'GET' ? undefined : {})).status,
      404,
    )
  const twice = await sandbox()
  for (const status of [202, 409])
    assert.equal((await twice.api.call(moveSandboxClock, { advance: 'P1D', waitSeconds: 0 })).status, status)
  const nothing = await twice.api.call(moveSandboxClock, {})
  assert.equal(nothing.body.error.details?.issues?.[0]?.code, 'required')
})

test('a reset puts back each record with its id, and leaves tokens, endpoints and the audit', async () => {
  const here = await sandbox()
  const { api, branch, patient, clinic, doctor } = here
  const seed = await api.call(createPatient, { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' })
  await app.sql(`select set_config('app.company', '${clinic.company_id}', false), keep_sandbox_seed()`)
  await api.call(updatePatient, { id: seed.body.data.id, firstName: 'Changed' })
  for (const type of [
    'payment.refunded',
    'claim.created',
    'lead.converted',
    'treatment.approved',
    'file.created',
  ] as const)
    assert.equal((await api.call(triggerEvent, { type })).status, 201, type)
  const extra = await app.branch(clinic)
  const newcomer = await app.doctor([extra])
  await app.sql('update patient set doctor_id = $2, branch_id = $3 where id = $1', [patient.id, newcomer.id, extra.id])
  await move(here, { advance: 'P90D' })
  const { body: page } = await api.list(listPatients, { limit: 1 })
  const audited = async () =>
    (await app.sql('select from audit_record where company_id = $1', [clinic.company_id])).length
  const records = await audited()
  const reset = await api.call(resetSandbox, { confirm: 'reset' })
  assert.equal(reset.status, 202, reset.text)
  const began = performance.now()
  await runJobs(app)
  assert.ok(performance.now() - began < 30_000)
  const clock = (await api.call(getSandboxClock, {})).body.data
  assert.deepEqual([clock.run?.kind, clock.run?.state], ['RESET', 'DONE'])
  assert.ok(Math.abs(Date.parse(clock.now) - Date.now()) < DAY_MS)
  assert.deepEqual((await api.call(getPatient, { id: seed.body.data.id })).body.data, seed.body.data)
  assert.deepEqual((await api.all(listPatients, {})).map(({ id }) => id).sort(), [patient.id, seed.body.data.id].sort())
  const [back] = await app.sql('select doctor_id, branch_id from patient where id = $1', [patient.id])
  assert.deepEqual(back, { doctor_id: patient.doctor_id, branch_id: branch.id })
  const left = await app.sql('select id from practitioner where company_id = $1', [clinic.company_id])
  assert.deepEqual(left, [{ id: doctor.id }])
  assert.equal(
    (await api.call(listPatients, { limit: 1, cursor: String(page.nextCursor) })).body.error?.code,
    'invalid_cursor',
  )
  assert.equal((await api.call(getInstallation, {})).status, 200)
  assert.ok((await audited()) > records)
})
