import { API_VERSION } from '@clinic/contract/api-version.ts'

/** How long events can be read and sent again. */
export const EVENT_DAYS = 30

/** An event as it lies in the database, what it holds as objects or as their JSON texts. */
export interface StoredEvent<Content = Record<string, unknown>> {
  id: string
  type: string
  company_id: string
  created_at: string
  data: Content
  previous_attributes: Content | null
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

/** The same as text, of texts: nothing that the database wrote is read only to be written again. */
export function envelopeText({ id, type, company_id, created_at, ...content }: StoredEvent<string>): string {
  const head = JSON.stringify({ id, type, apiVersion: API_VERSION, createdAt: created_at, companyId: company_id })
  const previous = content.previous_attributes === null ? '' : `,"previousAttributes":${content.previous_attributes}`
  return `${head.slice(0, -1)},"data":${content.data}${previous}}`
}
