import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listInsurancePolicies, listPolicyClasses } from '@clinic/contract/insurance.ts'
import { getCoverage } from '@clinic/contract/staff/coverage.ts'
import {
  addInsuredClass,
  addInsurer,
  addInsurerPolicy,
  listInsuredClasses,
  listInsurerPolicies,
  listInsurers,
  updateInsuredClass,
  updateInsurer,
  updateInsurerPolicy,
} from '@clinic/contract/staff/insurance.ts'
import { putPatientInsurance } from '@clinic/contract/staff/patient-files.ts'
import { getPatientSummary } from '@clinic/contract/staff/patients.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice } from '../../test/support/clinic/money.ts'
import { dateIn } from '../../test/support/clock.ts'
import { openStaffScene, staffClient, staffMember } from '../../test/support/staff/scene.ts'

const app = await startApp()
const scene = await openStaffScene(app)
const { clinic, branch, api } = scene

const insurer = async (wishes: { name?: string; insuranceLimit?: number; insurancePercentage?: number } = {}) => {
  const { status, body, text } = await api.call(addInsurer, { name: `Insurer ${scene.next()}`, ...wishes })
  assert.equal(status, 201, text)
  return body.data
}
const policyOf = async (insuranceCompanyId: string, wishes: { due?: string } = {}) => {
  const { status, body, text } = await api.call(addInsurerPolicy, { insuranceCompanyId, ...wishes })
  assert.equal(status, 201, text)
  return body.data
}
const classOf = async (
  insurancePolicyId: string,
  wishes: { insurancePercentage?: number; insuranceLimit?: number },
) => {
  const { status, body, text } = await api.call(addInsuredClass, { insurancePolicyId, name: 'A', ...wishes })
  assert.equal(status, 201, text)
  return body.data
}
type By = { insuranceCompanyId: string; policyId?: string; classId?: string; endDate?: string }
async function insured(by: By) {
  const patient = await app.patient(branch)
  const { status, text } = await api.call(putPatientInsurance, { id: patient.id, ...by })
  assert.equal(status, 200, text)
  return patient
}
const coverOf = async (id: string) => (await api.call(getCoverage, { id })).body.data.cover

test('an insurer with its policy and class is added and changed, in amounts of the clinic, and plugins see what it is since', async () => {
  const { token } = await app.installation(clinic, { scopes: ['insurance:read'] })
  const plugin = app.api(token)
  const { id } = await insurer({ name: 'Al Waha Invented', insuranceLimit: 1000.5, insurancePercentage: 50 })
  const policy = await policyOf(id)
  const { status, body, text } = await api.call(addInsuredClass, {
    ...{ insurancePolicyId: policy.id, name: 'VIP', insurancePercentage: 92.5, maxLimit: 75.5 },
  })
  assert.equal(status, 201, text)
  const vip = body.data
  const found = (await api.list(listInsurers, {})).body.data.find(one => one.id === id)
  assert.deepEqual(
    [found?.name, found?.insuranceLimit, found?.insurancePercentage, found?.totalPolicies, found?.version],
    ['Al Waha Invented', 1000.5, 50, 1, 1],
  )
  assert.deepEqual([policy.status, policy.version, vip.maxLimit, vip.insuranceLimit], ['ACTIVE', 1, 75.5, null])
  const since = new Date().toISOString()
  const moved = await api.call(updateInsurerPolicy, { id: policy.id, status: 'SUSPENDED', due: null }, { version: 1 })
  assert.deepEqual([moved.body.data.status, moved.body.data.version], ['SUSPENDED', 2], moved.text)
  await api.call(updateInsuredClass, { id: vip.id, insuranceLimit: 300, maxLimit: null }, { version: 1 })
  assert.deepEqual(
    (await plugin.all(listInsurancePolicies, { updatedAfter: since })).map(one => [one.id, one.status]),
    [[policy.id, 'SUSPENDED']],
  )
  assert.deepEqual(
    (await plugin.all(listPolicyClasses, { updatedAfter: since })).map(one => [one.maxLimit, one.insuranceLimit]),
    [[null, 300]],
  )
})

test('an amount that is finer than the currency, a share with three decimals, and what is no phone are refused', async () => {
  const wrong = [
    [{ insuranceLimit: 10.005 }, '/insuranceLimit', 'decimals'],
    [{ insurancePercentage: 33.333 }, '/insurancePercentage', 'range'],
    [{ taxPercent: 15.555 }, '/taxPercent', 'range'],
    [{ number: 'abcdef' }, '/number', 'format'],
  ] as const
  for (const [wishes, path, code] of wrong) {
    const { status, body } = await api.call(addInsurer, { name: 'Any', ...wishes })
    assert.deepEqual(
      [status, body.error.details?.issues?.map((one: { path: string; code: string }) => [one.path, one.code])],
      [400, [[path, code]]],
    )
  }
})

test('what another changed since is told, by its amount; a policy that is added meanwhile is no change of the insurer', async () => {
  const { id } = await insurer({ insuranceLimit: 1000 })
  await policyOf(id)
  const first = await api.call(updateInsurer, { id, insuranceLimit: 2000.25 }, { version: 1 })
  assert.deepEqual([first.status, first.body.data.version, first.body.data.totalPolicies], [200, 2, 1], first.text)
  const { status, body } = await api.call(updateInsurer, { id, insuranceLimit: 3000 }, { version: 1 })
  assert.deepEqual(
    [status, body.error.code, body.error.details?.changes],
    [409, 'changed_meanwhile', [{ field: 'insuranceLimit', from: 1000, to: 2000.25 }]],
  )
})

test('two policies that are added at the same time are both counted', async () => {
  const { id } = await insurer()
  const both = await Promise.all([1, 2].map(() => api.call(addInsurerPolicy, { insuranceCompanyId: id })))
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  const found = (await api.list(listInsurers, {})).body.data.find(one => one.id === id)
  assert.equal(found?.totalPolicies, 2)
})

test('nothing is added to what is not in use, and records of another clinic are not there', async () => {
  const [gone, other] = [await insurer(), await openStaffScene(app)]
  const { id: policyId } = await policyOf(gone.id)
  await api.call(updateInsurer, { id: gone.id, disabled: true }, { version: 1 })
  await api.call(updateInsurerPolicy, { id: policyId, disabled: true }, { version: 1 })
  const unused = [
    await api.call(addInsurerPolicy, { insuranceCompanyId: gone.id }),
    await api.call(addInsuredClass, { insurancePolicyId: policyId, name: 'A' }),
  ]
  assert.deepEqual(
    unused.map(({ status, body }) => [status, body.error.details?.issues?.[0]?.code]),
    [
      [400, 'inactive'],
      [400, 'inactive'],
    ],
  )
  const { id: classId } = await classOf((await policyOf((await insurer()).id)).id, {})
  const foreign = [
    await other.api.call(updateInsurer, { id: gone.id, name: 'Taken' }, { version: 2 }),
    await other.api.call(addInsurerPolicy, { insuranceCompanyId: gone.id }),
    await other.api.call(updateInsurerPolicy, { id: policyId, holderName: 'Taken' }, { version: 2 }),
    await other.api.call(addInsuredClass, { insurancePolicyId: policyId, name: 'Taken' }),
    await other.api.call(updateInsuredClass, { id: classId, name: 'Taken' }, { version: 1 }),
    await other.api.call(getCoverage, { id: scene.patient.id }),
  ]
  assert.deepEqual(
    foreign.map(({ status }) => status),
    [404, 404, 404, 404, 404, 404],
  )
  const lists = [
    await other.api.list(listInsurerPolicies, { insuranceCompanyId: gone.id }),
    await other.api.list(listInsuredClasses, { policyId }),
  ]
  assert.deepEqual(
    lists.map(({ body }) => body.data),
    [[], []],
  )
})

test('the coverage tells what of the year is used and left, also without a limit, and nothing of who pays alone', async () => {
  const alone = await app.patient(branch)
  assert.equal(await coverOf(alone.id), null)
  const company = await insurer({ insuranceLimit: 1000, insurancePercentage: 80 })
  const policy = await policyOf(company.id)
  const [limited, open] = [
    await classOf(policy.id, { insuranceLimit: 500, insurancePercentage: 90 }),
    (await api.call(addInsuredClass, { insurancePolicyId: policy.id, name: 'B', insuranceUnlimited: true })).body.data,
  ]
  const by = { insuranceCompanyId: company.id, policyId: policy.id }
  const [one, two] = [await insured({ ...by, classId: limited.id }), await insured({ ...by, classId: open.id })]
  for (const patient of [one, two])
    await issueInvoice(app, { ...scene, patient }, 150.5, {
      insuranceCompanyId: company.id,
      lines: [{ name: 'Crown', unitMinor: 15_050, taxPercent: 0, insurancePercent: 100 }],
    })
  const [ofOne, ofTwo] = [await coverOf(one.id), await coverOf(two.id)]
  const year = dateIn(0).slice(0, 4)
  assert.deepEqual(ofOne, {
    ...{ insuranceCompanyId: company.id, insurer: company.name, policyId: policy.id, policyNumber: null },
    ...{ classId: limited.id, className: 'A', number: null, group: null, endDate: null },
    ...{ percentage: 90, limit: 500, maxLimit: null, approvalRequired: false, ended: false },
    ...{ yearStart: `${year}-01-01`, yearEnd: `${year}-12-31`, used: 150.5, left: 349.5 },
  })
  // The class says no share: it is the insurer's.
  assert.deepEqual([ofTwo?.percentage, ofTwo?.limit, ofTwo?.used, ofTwo?.left], [80, null, 150.5, null])
})

test('the insurer’s year begins in its month, and a class without a limit of its own has the insurer’s', async () => {
  const month = Number(dateIn(0).slice(5, 7))
  const next = (month % 12) + 1
  const { id } = await insurer({ insuranceLimit: 750, insurancePercentage: 100 })
  await api.call(updateInsurer, { id, insuranceStartMonth: next }, { version: 1 })
  const policy = await policyOf(id)
  const { id: classId } = await classOf(policy.id, { insurancePercentage: 70 })
  const patient = await insured({ insuranceCompanyId: id, policyId: policy.id, classId })
  const cover = await coverOf(patient.id)
  assert.deepEqual([cover?.limit, cover?.left, cover?.percentage], [750, 750, 70])
  assert.equal(cover?.yearStart.slice(5), `${String(next).padStart(2, '0')}-01`)
  const [from = '', to = ''] = [cover?.yearStart, cover?.yearEnd]
  assert.ok(from <= dateIn(0) && dateIn(0) <= to, `${from} ${to}`)
  // What was issued before it counts no more, and what is above the file says the same.
  const issued = async (releasedAt: string) => {
    const bill = {
      insuranceCompanyId: id,
      lines: [{ name: 'Crown', unitMinor: 10_000, taxPercent: 0, insurancePercent: 100 }],
    }
    const invoice = await issueInvoice(app, { ...scene, patient }, 100, bill)
    await app.sql('update invoice set released_at = $2 where id = $1', [invoice.id, releasedAt])
  }
  await issued(`${from}T00:00:00+03:00`)
  await issued(new Date(Date.parse(`${from}T00:00:00+03:00`) - 1).toISOString())
  assert.equal((await coverOf(patient.id))?.left, 650)
  assert.equal((await api.call(getPatientSummary, { id: patient.id })).body.data.insuranceLeft, 650)
})

test('after its last day, and by a policy that is over or suspended, the coverage has ended', async () => {
  const { id: insuranceCompanyId } = await insurer()
  const [running, over] = [
    await policyOf(insuranceCompanyId),
    await policyOf(insuranceCompanyId, { due: '2020-01-01T00:00:00Z' }),
  ]
  const patients = [
    await insured({ insuranceCompanyId, policyId: running.id, endDate: dateIn(0) }),
    await insured({ insuranceCompanyId, policyId: running.id, endDate: dateIn(-1) }),
    await insured({ insuranceCompanyId, policyId: over.id }),
  ]
  const ended = async () => Promise.all(patients.map(async ({ id }) => (await coverOf(id))?.ended))
  assert.deepEqual(await ended(), [false, true, true])
  await api.call(updateInsurerPolicy, { id: running.id, status: 'SUSPENDED' }, { version: 1 })
  assert.deepEqual(await ended(), [true, true, true])
})

test('a patient of another branch is not there, and a doctor is refused what the desk sees', async () => {
  const other = await app.branch(clinic)
  const [away, doctor] = [await app.patient(other), await app.doctor([branch])]
  const { cookie } = await staffMember(app, clinic, 'receptionist', doctor)
  const desk = staffClient(app, () => cookie)
  assert.equal((await desk.call(getCoverage, { id: away.id })).status, 404)
  assert.equal((await desk.call(getCoverage, { id: scene.patient.id })).status, 200)
  const { cookie: theirs } = await staffMember(app, clinic, 'doctor', doctor)
  const treating = staffClient(app, () => theirs)
  assert.equal((await treating.call(getCoverage, { id: scene.patient.id })).status, 403)
})
