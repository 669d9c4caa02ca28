import type { Static } from '@clinic/contract/kernel.ts'
import type { LeadStage } from '@clinic/contract/leads.ts'
import type { StageRow } from '../domain/leads/lead.ts'

export const presentLeadStage = (row: StageRow): Static<typeof LeadStage> => ({
  object: 'leadStage',
  id: row.id,
  name: row.name,
  color: row.color,
  order: row.sort_order,
  dueDays: row.due_days,
  totalLeads: row.total_leads,
  requireReject: row.require_reject,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
