import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getInsuranceCompany,
  listInsuranceCompanies,
  listInsurancePolicies,
  listPolicyClasses,
} from '@clinic/contract/insurance.ts'
import { getPatient } from '@clinic/contract/patients.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { insurePatient, type PatientInsurance } from '../domain/insurance/insure-patient.ts'
import { addInsurer, changeInsurer, type NewInsurer } from '../domain/insurance/insurer.ts'
import { addPolicy, changePolicy } from '../domain/insurance/policy.ts'
import { addPolicyClass, changePolicyClass } from '../domain/insurance/policy-class.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, patient, api } = await app.practice()

const insurer = (values: Partial<NewInsurer> = {}) =>
  app.write(clinic, tx => addInsurer(tx, { name: 'Al Waha Invented', ...values }))
async function cover(values: Partial<NewInsurer> = {}) {
  const company = await insurer(values)
  const policy = await app.write(clinic, tx =>
    addPolicy(tx, { insuranceCompanyId: company.id, policyNumber: 'P-7', due: '2027-12-31T00:00:00+03:00' }),
  )
  const vip = await app.write(clinic, tx =>
    addPolicyClass(tx, {
      ...{ insurancePolicyId: policy.id, name: 'VIP', insurancePercentage: 92.5 },
      ...{ insuranceLimitMinor: 300_000, maxLimitMinor: 7_550 },
    }),
  )
  return { company, policy, vip }
}
const insure = (values: Omit<PatientInsurance, 'patientId'>) =>
  app.write(clinic, tx => insurePatient(tx, { patientId: patient.id, ...values }))
const refusedWith =
  (code: string, at?: string) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === code && (at === undefined || JSON.stringify(error.details).includes(at))

test('shows an insurer with its limit in the major unit and how many policies it has', async () => {
  const { company } = await cover({ number: '0112345678', insuranceLimitMinor: 100_050, countryCode: 'SA' })
  const { status, body } = await api.call(getInsuranceCompany, { id: company.id })
  const { data } = body
  assert.deepEqual(
    [status, data.name, data.number, data.insuranceLimit, data.insuranceUnlimited, data.insurancePercentage],
    [200, 'Al Waha Invented', '+966112345678', 1000.5, false, null],
  )
  assert.deepEqual([data.totalPolicies, data.countryCode, data.disabled], [1, 'SA', false])
})

test('finds insurers by part of their name in either script, and by their numbers', async () => {
  const { id } = await insurer({ name: 'شركة الواحة للتأمين', taxNumber: '310000000000003' })
  for (const searchTerm of ['الواحه', 'تامين', '3100000000'])
    assert.deepEqual(
      (await api.all(listInsuranceCompanies, { searchTerm })).map(found => found.id),
      [id],
    )
  await app.write(clinic, tx => changeInsurer(tx, { id, name: 'Renamed' }))
  assert.deepEqual(await api.all(listInsuranceCompanies, { searchTerm: 'الواحه' }), [])
})

test('lists the policies of an insurer and the classes of a policy, and nothing of others', async () => {
  const [one, other] = [await cover(), await cover()]
  const policies = await api.all(listInsurancePolicies, { insuranceCompanyId: one.company.id })
  assert.deepEqual(
    policies.map(({ id, status, due }) => [id, status, due]),
    [[one.policy.id, 'ACTIVE', '2027-12-30T21:00:00.000Z']],
  )
  const classes = await api.all(listPolicyClasses, { policyId: other.policy.id })
  assert.deepEqual(
    classes.map(({ id, insurancePercentage, maxLimit, insuranceLimit }) => [
      ...[id, insurancePercentage, maxLimit, insuranceLimit],
    ]),
    [[other.vip.id, 92.5, 75.5, 3000]],
  )
})

test('a change that changes nothing leaves updatedAt; one that does is in the next delta', async () => {
  const { company, policy, vip } = await cover()
  const updatedAfter = (await api.call(getInsuranceCompany, { id: company.id })).body.data.updatedAt
  await app.write(clinic, async tx => {
    await changeInsurer(tx, { id: company.id, name: 'Al Waha Invented' })
    await changePolicy(tx, { id: policy.id, policyNumber: 'P-7' })
    await changePolicyClass(tx, { id: vip.id, insurancePercentage: 92.5 })
  })
  assert.deepEqual(await api.all(listInsuranceCompanies, { updatedAfter }), [])
  await app.write(clinic, async tx => {
    await changeInsurer(tx, { id: company.id, disabled: true })
    await changePolicy(tx, { id: policy.id, status: 'EXPIRED' })
    await changePolicyClass(tx, { id: vip.id, insuranceUnlimited: true })
  })
  assert.deepEqual(
    (await api.all(listInsuranceCompanies, { updatedAfter })).map(({ id, disabled }) => [id, disabled]),
    [[company.id, true]],
  )
  assert.equal((await api.all(listInsurancePolicies, { updatedAfter }))[0]?.status, 'EXPIRED')
  assert.equal((await api.all(listPolicyClasses, { updatedAfter }))[0]?.insuranceUnlimited, true)
})

test('a patient is insured by what the class says, and fires patient.updated without a value in it', async () => {
  const { company, policy, vip } = await cover({ insurancePercentage: 50 })
  await insure({ insuranceCompanyId: company.id, policyId: policy.id, classId: vip.id, number: 'M-1' })
  const { data } = (await api.call(getPatient, { id: patient.id })).body
  assert.equal(data.insuranceCompanyId, company.id)
  assert.deepEqual(data.insurance, {
    ...{ companyId: company.id, policyId: policy.id, classId: vip.id, number: 'M-1', group: null },
    ...{ percentage: 92.5, limit: 3000, unlimited: false, endDate: null },
  })
  await insure({ insuranceCompanyId: company.id, policyId: policy.id, classId: vip.id, number: 'M-1' })
  const events = await app.sql(`select data from event where type = 'patient.updated' and data->>'id' = $1`, [
    patient.id,
  ])
  assert.deepEqual(
    events.map(({ data: told }) => told.changedFields),
    [['insuranceCompanyId', 'insurance']],
  )
})

test('refuses policies of other insurers, classes of other policies, and what is no longer in use', async () => {
  const [one, other] = [await cover(), await cover({ forcePolicySelect: true })]
  const insuranceCompanyId = one.company.id
  await assert.rejects(
    insure({ insuranceCompanyId, policyId: other.policy.id }),
    refusedWith('not_found', 'insurance_policy'),
  )
  await assert.rejects(
    insure({ insuranceCompanyId, policyId: one.policy.id, classId: other.vip.id }),
    refusedWith('not_found', 'policy_class'),
  )
  await assert.rejects(insure({ insuranceCompanyId: other.company.id }), refusedWith('validation_failed', '/policyId'))
  await app.write(clinic, tx => changeInsurer(tx, { id: insuranceCompanyId, disabled: true }))
  await assert.rejects(insure({ insuranceCompanyId }), refusedWith('validation_failed', '/insuranceCompanyId'))
  await assert.rejects(
    app.write(clinic, tx => addPolicy(tx, { insuranceCompanyId })),
    refusedWith('validation_failed', '/insuranceCompanyId'),
  )
})

test('refuses a share above the whole, with three decimals, and limits below nothing', async () => {
  for (const [path, values] of [
    ['/insurancePercentage', { insurancePercentage: 100.01 }],
    ['/insurancePercentage', { insurancePercentage: 33.333 }],
    ['/insuranceLimitMinor', { insuranceLimitMinor: -1 }],
    ['/taxPercent', { taxPercent: 101 }],
  ] as const)
    await assert.rejects(insurer(values), refusedWith('validation_failed', path))
})
