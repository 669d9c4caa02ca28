import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  approveTreatment,
  denyTreatmentApproval,
  listTreatmentApprovals,
  requestTreatmentApproval,
} from '@clinic/contract/staff/treatment-approvals.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { addTreatment } from '../domain/clinical/add-treatment.ts'
import { moveTreatment } from '../domain/clinical/move-treatment.ts'
import { insurePatient } from '../domain/insurance/insure-patient.ts'
import { addInsurer } from '../domain/insurance/insurer.ts'
import { addProcedure } from '../domain/procedures/add-procedure.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor } = practice

async function as(role: string, practitioner?: { id: string }) {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
const desk = await as('receptionist')
const insurer = (name: string) => app.write(clinic, tx => addInsurer(tx, { name }))
const planned = (patientId: string, name: string, branchId = branch.id) =>
  app.write(
    clinic,
    async tx =>
      (await addTreatment(tx, { ...{ patientId, branchId, doctorId: doctor.id }, name, priceMinor: 90_000 })).treatment,
  )
const listed = async (wish: object = {}, client = desk) => (await client.list(listTreatmentApprovals, wish)).body.data
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('the desk sees what waits for an insurer, with what may be done about it, until it is approved or can no longer be asked', async () => {
  const [oasis, other] = [await insurer('Oasis'), await insurer('Other')]
  const patient = await app.patient(branch, { first_name: 'Sara', last_name: 'Haddad' })
  const [crown, bridge, veneer] = [
    await planned(patient.id, 'Crown'),
    await planned(patient.id, 'Bridge'),
    await planned(patient.id, 'Veneer'),
  ]
  for (const { id } of [crown, bridge]) {
    await desk.call(requestTreatmentApproval, { id, insuranceCompanyId: oasis.id })
  }
  await desk.call(requestTreatmentApproval, { id: veneer.id, insuranceCompanyId: other.id })
  await desk.call(denyTreatmentApproval, { id: bridge.id, reason: 'Not covered' })
  const rows = await listed({ insuranceCompanyId: oasis.id })
  assert.deepEqual(
    rows.map(row => [row.id, row.patientName, row.insurer, row.total, row.approval, row.denialReason, row.allowed]),
    [
      [crown.id, 'Sara Haddad', 'Oasis', 1035, 'REQUESTED', null, ['APPROVE', 'DENY']],
      [bridge.id, 'Sara Haddad', 'Oasis', 1035, 'DENIED', 'Not covered', ['REQUEST_APPROVAL']],
    ],
  )
  assert.deepEqual(namesOf(await listed({ approval: 'REQUESTED', insuranceCompanyId: other.id })), ['Veneer'])
  assert.deepEqual(namesOf(await listed({ approval: 'DENIED', insuranceCompanyId: oasis.id })), ['Bridge'])
  await desk.call(approveTreatment, { id: crown.id, preAuth: 'PA-1' })
  await app.write(clinic, tx => moveTreatment(tx, { id: veneer.id, to: 'REJECTED' }))
  assert.deepEqual(namesOf(await listed({ insuranceCompanyId: oasis.id })), ['Bridge'])
  assert.deepEqual(await listed({ insuranceCompanyId: other.id }), [])
  for (const to of ['IN_PROGRESS', 'COMPLETED'] as const)
    await app.write(clinic, tx => moveTreatment(tx, { id: bridge.id, to }))
  assert.deepEqual(await listed({ insuranceCompanyId: oasis.id }), [])
  assert.equal((await desk.list(listTreatmentApprovals, { insuranceCompanyId: 'ico_none' })).status, 404)
})

test('approvals of patients out of sight, and of deleted ones, are not listed', async () => {
  const [elsewhere, { id: insuranceCompanyId }] = [await app.branch(clinic), await insurer('Palm')]
  const [here, there, gone] = [await app.patient(branch), await app.patient(elsewhere), await app.patient(branch)]
  for (const [whose, at, name] of [
    [here, branch, 'Here'],
    [there, elsewhere, 'There'],
    [gone, branch, 'Gone'],
  ] as const) {
    const { id } = await planned(whose.id, name, at.id)
    assert.equal((await desk.call(requestTreatmentApproval, { id, insuranceCompanyId })).status, 200)
  }
  await app.sql('update patient set deleted_at = now() where company_id = $1 and id = $2', [clinic.company_id, gone.id])
  assert.deepEqual(namesOf(await listed({ insuranceCompanyId })), ['Here', 'There'])
  assert.deepEqual(namesOf(await listed({ insuranceCompanyId }, await as('doctor', doctor))), ['Here'])
})

test('what the insurer of the patient has to approve is listed before it is asked, as long as it bears anything', async () => {
  const bearer = await app.write(clinic, tx => addInsurer(tx, { name: 'Asks', approvalRequired: true }))
  const patient = await app.patient(branch)
  const insured = (wish: object = {}) =>
    app.write(clinic, tx =>
      insurePatient(tx, { patientId: patient.id, insuranceCompanyId: bearer.id, number: '1', ...wish }),
    )
  await insured()
  const about = { patientId: patient.id, branchId: branch.id, doctorId: doctor.id, priceMinor: 5_000 }
  for (const [name, wish] of [
    ['Asked', { approvalRequired: true }],
    ['Free', {}],
    ['Uncovered', { approvalRequired: true, covered: false }],
  ] as const)
    await app.write(clinic, async tx => {
      const { id: procedureId } = await addProcedure(tx, { name, price: 50, ...wish })
      await addTreatment(tx, { ...about, procedureId, name })
    })
  const wish = { insuranceCompanyId: bearer.id }
  const [row, ...others] = await listed({ ...wish, approval: 'NONE' })
  assert.ok(row)
  assert.deepEqual(
    [row.name, row.approval, row.insurer, row.requestedAt, row.allowed, others],
    ['Asked', 'NONE', 'Asks', null, ['REQUEST_APPROVAL'], []],
  )
  assert.deepEqual(namesOf(await listed(wish)), ['Asked'])
  await insured({ endDate: '2020-01-01' })
  assert.deepEqual(await listed(wish), [])
  await insured()
  await desk.call(requestTreatmentApproval, { id: row.id, ...wish })
  assert.deepEqual(
    (await listed(wish)).map(({ approval }) => approval),
    ['REQUESTED'],
  )
})
