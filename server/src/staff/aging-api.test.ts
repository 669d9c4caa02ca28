import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAging } from '@clinic/contract/staff/aging.ts'
import { exportClaim, getOpenItems } from '@clinic/contract/staff/claims.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { claimableInvoice, claimOf, newInsurer } from '../../test/support/clinic/claims.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { recordPayment } from '../domain/billing/record-payment.ts'
import { openTreasury } from '../domain/books/treasury.ts'
import { handOver } from '../domain/claims/ask-insurer.ts'
import { postRemittance } from '../domain/claims/post-remittance.ts'
import { addDays, localDate, startOfDay } from '../kernel/values/zone.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient } = practice
const { cookie } = await staffMember(app, clinic, 'receptionist')
const desk = staffClient(app, () => cookie)
const today = localDate(Date.now(), clinic.time_zone)

/** As if it had been issued so many days ago. */
const issuedBefore = ({ id }: { id: string }, days: number) =>
  app.sql('update invoice set released_at = $2 where id = $1', [
    id,
    new Date(startOfDay(addDays(today, -days), clinic.time_zone)).toISOString(),
  ])

test('what patients and insurers owe is told by its age since it was issued, at the branches in sight, without drafts', async () => {
  for (const [price, days] of [
    [10, 0],
    [20, 30],
    [30, 31],
    [40, 60],
    [50, 90],
    [60, 91],
  ] as const)
    await issuedBefore(await issueInvoice(app, practice, price), days)
  await issueInvoice(app, practice, 1_000, { release: false })
  const part = await issueInvoice(app, practice, 5)
  await app.write(clinic, tx => recordPayment(tx, { invoiceId: part.id, amount: 2, type: 'CARD' }))
  const other = { ...practice, patient: await app.patient(branch, { first_name: 'Huda', last_name: '<b>Salem</b>' }) }
  const insurer = await newInsurer(app, practice)
  await issuedBefore(await claimableInvoice(app, other, insurer, 100), 45)
  const claimed = await claimableInvoice(app, other, insurer, 200)
  const { id } = await claimOf(app, practice, insurer, { invoiceIds: [claimed.id] })
  await app.write(clinic, tx => handOver(tx, { id }))
  const treasury = await app.write(clinic, tx => openTreasury(tx, { name: 'Bank', type: 'BANK', isDefault: true }))
  const line = { invoiceId: claimed.id, receivedMinor: 5_000, rejectedMinor: 3_000, disposition: 'PATIENT' as const }
  const said = { insuranceCompanyId: insurer.id, treasuryId: treasury.id, reference: 'A', date: today }
  await app.write(clinic, tx => postRemittance(tx, { ...said, totalMinor: 5_000, lines: [line] }))

  const { data } = (await desk.call(getAging, {})).body
  const ages = ({ days30, days60, days90, older, total }: typeof data.patientsTotal) => [
    ...[days30, days60, days90, older, total],
  ]
  assert.deepEqual(
    data.patients.map(one => [one.patientId, ...ages(one)]),
    [
      [patient.id, 33, 70, 50, 60, 213],
      [other.patient.id, 30, 0, 0, 0, 30],
    ],
  )
  assert.equal(data.patients[1]?.patientName, 'Huda <b>Salem</b>')
  assert.deepEqual(ages(data.patientsTotal), [63, 70, 50, 60, 243])
  assert.deepEqual(
    data.insurers.map(one => [one.insurer, ...ages(one)]),
    [[insurer.name, 120, 100, 0, 0, 220]],
  )
  const elsewhere = await app.branch(clinic)
  const there = (await desk.call(getAging, { branchId: elsewhere.id })).body.data
  assert.deepEqual([there.patients, there.insurers, there.patientsTotal.total], [[], [], 0])
  const { cookie: far } = await staffMember(app, clinic, 'receptionist', await app.doctor([elsewhere]))
  const seen = (await staffClient(app, () => far).call(getAging, {})).body.data
  assert.deepEqual([seen.patients, seen.insurersTotal.total], [[], 0])
  const foreign = await app.practice()
  assert.equal((await desk.call(getAging, { branchId: foreign.branch.id })).status, 404)

  const open = (await desk.call(getOpenItems, { insuranceCompanyId: insurer.id })).body.data.items
  assert.deepEqual(
    open.map(item => [item.invoiceId, item.claimed, item.received, item.rejected, item.remaining]),
    [[claimed.id, 200, 50, 30, 120]],
  )
})

test('a claim is written as a table, in which nothing is taken for a formula', async () => {
  const formula = await app.patient(branch, { first_name: '=1+1', last_name: 'Haddad' })
  const insurer = await newInsurer(app, practice)
  const invoice = await claimableInvoice(app, { ...practice, patient: formula }, insurer, 12.5)
  const { id, reference_id } = await claimOf(app, practice, insurer, { invoiceIds: [invoice.id] })
  const { name, csv } = (await desk.call(exportClaim, { id })).body.data
  assert.equal(name, `claim-${reference_id}.csv`)
  const [head = '', line = '', ...rest] = csv.split('\r\n')
  assert.equal(
    head,
    '\ufeff"Claim","Insurer","Invoice","Date","Patient","Claimed","Received","Rejected","Remaining","Code"',
  )
  assert.equal(
    line,
    `"${reference_id}","${insurer.name}","${invoice.reference_id}","${today}","'=1+1 Haddad","12.5","0","0","12.5",""`,
  )
  assert.deepEqual(rest, [''])
  const [record] = await app.sql(
    `select operation, patient_ids from audit_record where company_id = $1 and operation = 'exportClaim'`,
    [clinic.company_id],
  )
  assert.deepEqual(record, { operation: 'exportClaim', patient_ids: [formula.id] })
})
