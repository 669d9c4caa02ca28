import type { Static } from '@clinic/contract/kernel.ts'
import type { Lead } from '@clinic/contract/leads.ts'
import type { Lead as LeadFile } from '../domain/leads/lead.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { majorOrNull } from './major-or-null.ts'

export const presentLead =
  ({ currency }: ClinicFacts) =>
  (row: LeadFile): Static<typeof Lead> => ({
    object: 'lead',
    id: row.id,
    referenceId: row.reference_id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    branchId: row.branch_id,
    dealSize: majorOrNull(row.deal_size_minor, currency),
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
