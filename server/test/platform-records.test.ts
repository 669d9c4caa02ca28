import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMessage } from '@clinic/contract/communications.ts'
import { updateInstallationSettings } from '@clinic/contract/installation.ts'
import { recordLoyaltyTransaction } from '@clinic/contract/loyalty.ts'
import { createPaymentLink } from '@clinic/contract/online-payments.ts'
import { updatePatient } from '@clinic/contract/patients.ts'
import { expirePointsHourly } from '../src/jobs/expire-points.ts'
import { startApp } from './support/app/harness.ts'
import { runJobs } from './support/app/jobs.ts'
import { writeTo } from './support/clinic/incoming-message.ts'
import { issueInvoice } from './support/clinic/money.ts'
import { payerAt, payingOnline } from './support/clinic/online-payments.ts'

const app = await startApp()

interface Recorded {
  caller: string
  operation: string
  resource_ids: string[]
  patient_ids: string[]
  changed_fields: string[]
}

/** What the platform itself recorded in a clinic since its beginning, oldest first. */
const recordsOf = ({ company_id }: { company_id: string }) =>
  app.sql<Recorded & Record<string, unknown>>(
    "select * from audit_record where company_id = $1 and caller like 'system %' order by at",
    [company_id],
  )
const whatOf = (records: Recorded[]) => [...new Set(records.map(({ caller, operation }) => `${caller}: ${operation}`))]
const fieldsOf = (records: Recorded[]) => [...new Set(records.flatMap(({ changed_fields }) => changed_fields))].sort()

test('what a payer does on the hosted page is recorded, from its opening to the payment', async () => {
  const practice = await app.practice()
  const { clinic, patient, api } = practice
  await payingOnline(app, clinic)
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const { paymentLink, id } = (await api.call(createPaymentLink, { invoiceId })).body.data
  const payer = payerAt(app, paymentLink)
  for (let times = 0; times < 3; times++) await payer.page()
  const viewed = await recordsOf(clinic)
  assert.deepEqual(
    viewed.map(({ resource_ids, address }) => [resource_ids, address]),
    [[[id, invoiceId], '127.0.0.1']],
  )
  await payer.choose('pay')
  const records = await recordsOf(clinic)
  const [view, opened, paidFor] = ['payer: viewPayment', 'payment gateway: payOnline', 'payment gateway: reportPayment']
  assert.deepEqual(
    whatOf(records),
    [view, opened, paidFor].map(what => `system ${what}`),
  )
  for (const { patient_ids } of records) assert.deepEqual(patient_ids, [patient.id])
  const paid = records.findLast(({ operation }) => operation === 'reportPayment')
  assert.ok(paid?.resource_ids.includes(id) && paid.resource_ids.includes(invoiceId))
  for (const name of ['status', 'paymentId', 'amountMinor']) assert.ok(paid?.changed_fields.includes(name), name)
})

test('what carriers report and people write is recorded, and what a job does with a message', async () => {
  const { clinic, branch, api } = await app.practice({ mode: 'TEST' })
  const phone = '+966500000777'
  const patient = await app.patient(branch, { phone_number: phone })
  const sent = await api.call(sendMessage, { patientId: patient.id, channel: 'sms', text: 'Never to be kept' })
  await runJobs(app)
  const dispatched = await recordsOf(clinic)
  assert.deepEqual(whatOf(dispatched), [
    'system job dispatch_message: dispatch_message',
    'system job sandbox_receipt: sandbox_receipt',
  ])
  assert.ok(fieldsOf(dispatched).includes('state') && fieldsOf(dispatched).includes('status'))
  for (const { resource_ids, patient_ids } of dispatched) {
    assert.ok(resource_ids.includes(sent.body.data.communicationId))
    assert.deepEqual(patient_ids, [patient.id])
  }
  assert.equal((await writeTo(app, clinic, { from: phone, text: 'Never to be kept' })).status, 200)
  const heard = (await recordsOf(clinic)).slice(dispatched.length)
  assert.deepEqual(whatOf(heard), ['system carrier sandbox: reportMessage'])
  assert.deepEqual(heard[0]?.patient_ids, [patient.id])
  assert.doesNotMatch(JSON.stringify(await recordsOf(clinic)), /Never to be kept|966500000777/)
})

test('points that expire by themselves are recorded with the patients who had them', async () => {
  const { clinic, patient, api } = await app.practice()
  await api.call(recordLoyaltyTransaction, { patientId: patient.id, type: 'EARN', points: 50 })
  await app.sql("update loyalty_transaction set expires_at = now() - interval '1 day' where company_id = $1", [
    clinic.company_id,
  ])
  await app.sql("update loyalty_account set expiring_at = now() - interval '1 day' where company_id = $1", [
    clinic.company_id,
  ])
  await app.sql("select graphile_worker.add_job('expire_points')")
  await runJobs(app, { jobs: [expirePointsHourly] })
  const [record] = await recordsOf(clinic)
  assert.deepEqual([record?.operation, record?.patient_ids], ['expire_points', [patient.id]])
  assert.deepEqual(record?.changed_fields, ['points', 'type'])
})

test('a field that was given as it is already is not named, nor a setting', async () => {
  const { patient, api } = await app.practice()
  const changedBy = async (run: () => Promise<{ headers: Headers }>) => {
    const { headers } = await run()
    const [record] = await app.sql('select changed_fields from audit_record where request_id = $1', [
      headers.get('service-request-id'),
    ])
    return record?.changed_fields
  }
  const title = 'MR'
  const once = () => api.call(updatePatient, { id: patient.id, firstName: 'Amal', title })
  const again = () => api.call(updatePatient, { id: patient.id, firstName: 'Noura', title })
  assert.deepEqual(await changedBy(once), ['firstName', 'title'])
  assert.deepEqual(await changedBy(again), ['firstName'])
  const set = (settings: Record<string, unknown>) => () => api.call(updateInstallationSettings, { settings })
  assert.deepEqual(await changedBy(set({ a: 1, b: 2 })), ['settings.a', 'settings.b'])
  assert.deepEqual(await changedBy(set({ a: 1, b: 3 })), ['settings.b'])
})
