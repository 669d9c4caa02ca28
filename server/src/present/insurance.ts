import { Claim } from '@clinic/contract/claims.ts'
import { InsuranceCompany, InsurancePolicy, PolicyClass } from '@clinic/contract/insurance.ts'
import type { TableRow } from '../db/tables.ts'
import { amounts, presenter } from '../kernel/presenter.ts'

export const presentInsuranceCompany = presenter<TableRow<'insurance_company'>, typeof InsuranceCompany>(
  InsuranceCompany,
  amounts('insuranceLimit'),
)

export const presentInsurancePolicy = presenter<TableRow<'insurance_policy'>, typeof InsurancePolicy>(InsurancePolicy, {
  due: 'due_at',
})

export const presentPolicyClass = presenter<TableRow<'policy_class'>, typeof PolicyClass>(
  PolicyClass,
  amounts('maxLimit', 'insuranceLimit'),
)

export interface ShownClaim extends TableRow<'claim'> {
  invoice_ids: string[]
}

export const presentClaim = presenter<ShownClaim, typeof Claim>(Claim, {
  totalInsuranceAmount: 'total_minor',
  partialPaymentAmount: 'partial_payment_minor',
  promptPaymentDeduction: 'prompt_payment_minor',
  netPartialPayment: 'net_partial_minor',
  rejectedAmount: 'rejected_minor',
  remainingAmount: 'remaining_minor',
  totalReceivedAmount: 'received_minor',
})
