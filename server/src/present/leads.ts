import { Lead, LeadStage } from '@clinic/contract/leads.ts'
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

export const presentTask = presenter<TableRow<'task'>, typeof Task>(Task, { due: 'due_at', order: 'sort_order' })
