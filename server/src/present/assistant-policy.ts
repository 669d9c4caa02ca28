import type { Static } from '@clinic/contract/kernel.ts'
import type { getAssistantPolicy } from '@clinic/contract/staff/assistants.ts'
import type { AssistantPolicy } from '../domain/assistants/assistant-policy.ts'

export const presentAssistantPolicy = (policy: AssistantPolicy): Static<typeof getAssistantPolicy.returns> => ({
  enabled: policy.enabled,
  mode: policy.mode,
  allowedClientIds: policy.allowed,
  blockedClientIds: policy.blocked,
  patientContacts: policy.patient_contacts,
  maxDays: policy.max_days,
})
