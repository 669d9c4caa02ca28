import { createLead, getLead, listLeadStages, listLeads, updateLead } from '@clinic/contract/leads.ts'
import { createTask, getTask, listTasks, updateTask } from '@clinic/contract/tasks.ts'
import { captureLead } from '../domain/leads/capture-lead.ts'
import { changeLead } from '../domain/leads/change-lead.ts'
import { LEAD_COLUMNS, LEAD_SOURCE, type Lead, leadFile } from '../domain/leads/lead.ts'
import { changeTask } from '../domain/tasks/change-task.ts'
import { openTask } from '../domain/tasks/open-task.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import { presentLead, presentLeadStage, presentTask } from '../present/leads.ts'

const leadSource = listSource<Lead>({
  name: 'listLeads',
  from: LEAD_SOURCE,
  columns: LEAD_COLUMNS,
  filters: {
    stageId: value => `t.stage_id = ${value}`,
    assignedToId: value => `t.assigned_to_id = ${value}`,
  },
})

export const leads = [
  implement(listLeads, (tx, query) => page(tx, leadSource, query, presentLead)),
  implement(createLead, presented(captureLead, presentLead)),
  implement(
    getLead,
    presented((tx, { id }) => leadFile(tx, id), presentLead),
  ),
  implement(updateLead, presented(changeLead, presentLead)),
  listRecords(listLeadStages, 'lead_stage', presentLeadStage),
  listRecords(listTasks, 'task', presentTask),
  implement(createTask, presented(openTask, presentTask)),
  getRecord(getTask, 'task', presentTask),
  implement(updateTask, presented(changeTask, presentTask)),
]
