import type { Static } from '@clinic/contract/kernel.ts'
import type { listAccesses } from '@clinic/contract/staff/assistants.ts'
import type { AccessRow } from '../domain/assistants/connections.ts'

export const presentAssistantAccess = (row: AccessRow): Static<typeof listAccesses.returns> => ({
  id: row.id,
  at: row.created_at,
  operation: row.operation,
  resourceIds: row.resource_ids,
  patientCount: row.patient_count,
  fieldScopes: row.field_scopes,
  refused: row.refused,
})
