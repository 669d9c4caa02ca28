import { createLead, getLead, listLeadStages, listLeads, updateLead } from '@clinic/contract/leads.ts'
import { captureLead } from '../domain/leads/capture-lead.ts'
import { changeLead } from '../domain/leads/change-lead.ts'
import { LEAD_COLUMNS, LEAD_SOURCE, type Lead, leadFile, type StageRow } from '../domain/leads/lead.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentLead } from '../present/lead.ts'
import { presentLeadStage } from '../present/lead-stage.ts'

const source = listSource<Lead>({
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
  implement(listLeads, (tx, query) => page(tx, source, query, presentLead(tx.clinic))),
  implement(createLead, async (tx, input) => ({ data: presentLead(tx.clinic)(await captureLead(tx, input)) })),
  implement(getLead, async (tx, { id }) => ({ data: presentLead(tx.clinic)(await leadFile(tx, id)) })),
  implement(updateLead, async (tx, input) => ({ data: presentLead(tx.clinic)(await changeLead(tx, input)) })),
  implement(listLeadStages, (tx, query) => page(tx, stages, query, presentLeadStage)),
]
