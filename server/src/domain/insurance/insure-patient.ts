import { patientUpdated } from '@clinic/contract/patients.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { holdPatientFile, type PatientRow } from '../patients/patient-file.ts'
import type { InsurerRow } from './insurer.ts'
import type { PolicyClassRow } from './policy-class.ts'

export interface PatientInsurance {
  patientId: string
  /** Null: the patient pays alone. */
  insuranceCompanyId: string | null
  policyId?: string | null
  /** A class of the policy, which says what the insurer bears. */
  classId?: string | null
  /** The member's number on the card. */
  number?: string | null
  group?: string | null
  /** YYYY-MM-DD, the last day. */
  endDate?: string | null
}

/** Says who insures the patient and by what; share and limit are those of the class, else of the insurer. */
export async function insurePatient(tx: Tx, input: PatientInsurance): Promise<PatientRow> {
  await holdPatientFile(tx, input.patientId)
  const before = await tx.get('patient', input.patientId)
  const after = await changeRecord(tx, 'patient', before, await columnsOf(tx, input))
  if (after === before) return before
  const isOther = after.insurance_company_id !== before.insurance_company_id
  const changedFields = isOther ? ['insuranceCompanyId', 'insurance'] : ['insurance']
  tx.emit(patientUpdated, { id: after.id, branchId: after.branch_id, doctorId: after.doctor_id, changedFields }, {})
  return after
}

async function columnsOf(tx: Tx, { insuranceCompanyId, policyId = null, classId = null, ...card }: PatientInsurance) {
  const insurer = insuranceCompanyId === null ? null : await usedInsurer(tx, insuranceCompanyId)
  if (policyId === null && insurer?.force_policy_select)
    refuseInput({ path: '/policyId', code: 'required', message: 'is required by this insurer' })
  if (policyId !== null) await requirePolicy(tx, policyId, insuranceCompanyId)
  const ofClass = classId === null ? null : await classOf(tx, classId, policyId)
  return {
    insurance_company_id: insuranceCompanyId,
    insurance_policy_id: policyId,
    insurance_class_id: classId,
    insurance_number: card.number ?? null,
    insurance_group: card.group ?? null,
    ...borneBy(insurer, ofClass),
    insurance_end_date: card.endDate ?? null,
  }
}

/** What the class says, and where it says nothing of it, the insurer. */
function borneBy(insurer: InsurerRow | null, ofClass: PolicyClassRow | null) {
  const isLimitOfClass = ofClass !== null && (ofClass.insurance_unlimited || ofClass.insurance_limit_minor !== null)
  const limits = isLimitOfClass ? ofClass : insurer
  return {
    insurance_percentage: ofClass?.insurance_percentage ?? insurer?.insurance_percentage ?? null,
    insurance_limit_minor: limits?.insurance_limit_minor ?? null,
    insurance_unlimited: limits?.insurance_unlimited ?? null,
  }
}

async function usedInsurer(tx: Tx, id: string): Promise<InsurerRow> {
  const insurer = await tx.get('insurance_company', id)
  if (insurer.disabled)
    refuseInput({ path: '/insuranceCompanyId', code: 'inactive', message: 'must be an insurer that is in use' })
  return insurer
}

/** A policy of another insurer is not found. */
async function requirePolicy(tx: Tx, id: string, insurerId: string | null): Promise<void> {
  const policy = await tx.get('insurance_policy', id)
  if (policy.insurance_company_id !== insurerId) refuse('not_found', { resource: 'insurance_policy' })
  if (policy.disabled) refuseInput({ path: '/policyId', code: 'inactive', message: 'must be a policy that is in use' })
}

/** A class of another policy is not found. */
async function classOf(tx: Tx, id: string, policyId: string | null): Promise<PolicyClassRow> {
  const found = await tx.get('policy_class', id)
  if (found.insurance_policy_id !== policyId) refuse('not_found', { resource: 'policy_class' })
  if (found.disabled) refuseInput({ path: '/classId', code: 'inactive', message: 'must be a class that is in use' })
  return found
}
