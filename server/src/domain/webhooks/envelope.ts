import { API_VERSION } from '@clinic/contract/api-version.ts'

/** An event as it lies in the database. */
export interface StoredEvent {
  id: string
  type: string
  company_id: string
  created_at: string
  data: Record<string, unknown>
  previous_attributes: Record<string, unknown> | null
}

/** The webhook event envelope (specification, Resource shapes): what is sent, and what operation 93 answers. */
export const envelopeOf = (event: StoredEvent) => ({
  id: event.id,
  type: event.type,
  apiVersion: API_VERSION,
  createdAt: event.created_at,
  companyId: event.company_id,
  data: event.data,
  ...(event.previous_attributes && { previousAttributes: event.previous_attributes }),
})
