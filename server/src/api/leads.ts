import type { Static } from '@clinic/contract/kernel.ts'
import {
  createLead,
  getLead,
  type Lead,
  type LeadStage,
  listLeadStages,
  listLeads,
  updateLead,
} from '@clinic/contract/leads.ts'
import { captureLead } from '../domain/leads/capture-lead.ts'
import { changeLead } from '../domain/leads/change-lead.ts'
import { LEAD_COLUMNS, LEAD_SOURCE, type Lead as LeadFile, leadFile, type StageRow } from '../domain/leads/lead.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const present =
  ({ clinic }: Tx) =>
  (row: LeadFile): Static<typeof Lead> => ({
    object: 'lead',
    id: row.id,
    referenceId: row.reference_id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    branchId: row.branch_id,
    dealSize: row.deal_size_minor === null ? null : toMajor(row.deal_size_minor, clinic.currency),
    score: row.score,
    due: row.due_at,
    order: row.sort_order,
    stageId: row.stage_id,
    patientId: row.patient_id,
    assignedToId: row.assigned_to_id,
    leadLinkId: row.lead_link_id,
    rejectReasonId: row.reject_reason_id,
    referralSourceId: row.referral_source_id,
    referralSubSourceId: row.referral_sub_source_id,
    stagedAt: row.staged_at,
    journeyedAt: row.journeyed_at,
    lastInteraction: row.last_interaction_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const presentStage = (row: StageRow): Static<typeof LeadStage> => ({
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

const source = listSource<LeadFile>({
  name: 'listLeads',
  from: LEAD_SOURCE,
  columns: LEAD_COLUMNS,
  filters: {
    stageId: value => `t.stage_id = ${value}`,
    assignedToId: value => `t.assigned_to_id = ${value}`,
  },
})

const stages = listSource<StageRow>({ name: 'listLeadStages', from: 'lead_stage t', columns: 't.*' })

export const leads = [
  implement(listLeads, (tx, query) => page(tx, source, query, present(tx))),
  implement(createLead, async (tx, input) => ({ data: present(tx)(await captureLead(tx, input)) })),
  implement(getLead, async (tx, { id }) => ({ data: present(tx)(await leadFile(tx, id)) })),
  implement(updateLead, async (tx, input) => ({ data: present(tx)(await changeLead(tx, input)) })),
  implement(listLeadStages, (tx, query) => page(tx, stages, query, presentStage)),
]
