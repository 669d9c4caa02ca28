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
import { coverageOf } from '../domain/insurance/insured.ts'
import { addInsurer as add, changeInsurer, insurers } from '../domain/insurance/insurer.ts'
import { addPolicy, changePolicy } from '../domain/insurance/policy.ts'
import { addPolicyClass, changePolicyClass } from '../domain/insurance/policy-class.ts'
import { wholePatientFile } from '../domain/patients/patient-file.ts'
import { implement } from '../kernel/implement.ts'
import { listRecords, presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { presentCoverage, presentInsuredClass, presentInsurer, presentInsurerPolicy } from '../present/insurance.ts'

interface InMajor {
  insuranceLimit?: number | null
  maxLimit?: number | null
}

/** The amounts as use-cases take them. */
function inMinor<Input extends InMajor>({ clinic }: Tx, { insuranceLimit, maxLimit, ...said }: Input) {
  const minor = (amount: number | null | undefined, path: string) => amount && minorOf(clinic, amount, path)
  return {
    ...said,
    insuranceLimitMinor: minor(insuranceLimit, '/insuranceLimit'),
    maxLimitMinor: minor(maxLimit, '/maxLimit'),
  }
}

/** Who insures the patients of the clinic, by what, and what is left of it. */
export const insuranceApi = [
  implement(listInsurers, async tx => ({ data: (await insurers(tx)).map(one => presentInsurer(one, tx.clinic)) })),
  implement(addInsurer, async (tx, input) => ({ data: presentInsurer(await add(tx, inMinor(tx, input)), tx.clinic) })),
  implement(updateInsurer, async (tx, input) => ({
    data: presentInsurer(await changeInsurer(tx, inMinor(tx, input)), tx.clinic),
  })),
  listRecords(listInsurerPolicies, 'insurance_policy', presentInsurerPolicy),
  implement(addInsurerPolicy, presented(addPolicy, presentInsurerPolicy)),
  implement(updateInsurerPolicy, presented(changePolicy, presentInsurerPolicy)),
  listRecords(listInsuredClasses, 'policy_class', presentInsuredClass, {
    filters: { policyId: value => `t.insurance_policy_id = ${value}` },
  }),
  implement(addInsuredClass, async (tx, input) => ({
    data: presentInsuredClass(await addPolicyClass(tx, inMinor(tx, input)), tx.clinic),
  })),
  implement(updateInsuredClass, async (tx, input) => ({
    data: presentInsuredClass(await changePolicyClass(tx, inMinor(tx, input)), tx.clinic),
  })),
  implement(getCoverage, async (tx, { id }) => {
    const patient = await wholePatientFile(tx, id)
    return { data: presentCoverage({ patient, coverage: await coverageOf(tx, patient) }, tx.clinic) }
  }),
]
