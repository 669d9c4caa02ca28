import { Lead, LeadRejectReason, LeadSource, LeadStage, LeadSubSource } from '@clinic/contract/leads.ts'
import { Task } from '@clinic/contract/tasks.ts'
import type { TableRow } from '../db/tables.ts'
import type { Lead as LeadFile } from '../domain/leads/lead.ts'
import { amounts, presenter } from '../kernel/presenter.ts'

export const presentLead = presenter<LeadFile, typeof Lead>(Lead, {
  ...amounts('dealSize'),
  due: 'due_at',
  order: 'sort_order',
  lastInteraction: 'last_interaction_at',
})

export const presentLeadStage = presenter<TableRow<'lead_stage'>, typeof LeadStage>(LeadStage, { order: 'sort_order' })

export const presentLeadRejectReason = presenter<TableRow<'lead_reject_reason'>, typeof LeadRejectReason>(
  LeadRejectReason,
)

const presentLeadSubSource = presenter<TableRow<'referral_sub_source'>, typeof LeadSubSource>(LeadSubSource)

type Source = TableRow<'referral_source'> & { sub_sources: readonly TableRow<'referral_sub_source'>[] }

export const presentLeadSource = presenter<Source, typeof LeadSource>(LeadSource, {
  subSources: (row, clinic) => row.sub_sources.map(one => presentLeadSubSource(one, clinic)),
})

export const presentTask = presenter<TableRow<'task'>, typeof Task>(Task, { due: 'due_at', order: 'sort_order' })
