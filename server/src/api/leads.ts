import {
  createLead,
  getLead,
  listLeadRejectReasons,
  listLeadSources,
  listLeadStages,
  listLeads,
  updateLead,
} from '@clinic/contract/leads.ts'
import { createTask, getTask, listTasks, updateTask } from '@clinic/contract/tasks.ts'
import { captureLead } from '../domain/leads/capture-lead.ts'
import { changeLead } from '../domain/leads/change-lead.ts'
import { LEAD_COLUMNS, LEAD_SOURCE, type Lead, leadFile } from '../domain/leads/lead.ts'
import { subSourcesOf } from '../domain/leads/lead-lists.ts'
import { changeTask } from '../domain/tasks/change-task.ts'
import { openTask } from '../domain/tasks/open-task.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page, pageTogether } from '../kernel/page.ts'
import { getRecord, listRecords, presented, recordList } from '../kernel/record-operations.ts'
import {
  presentLead,
  presentLeadRejectReason,
  presentLeadSource,
  presentLeadStage,
  presentTask,
} from '../present/leads.ts'

const leadSource = listSource<Lead>({
  name: 'listLeads',
  from: LEAD_SOURCE,
  columns: LEAD_COLUMNS,
  filters: {
    stageId: value => `t.stage_id = ${value}`,
    assignedToId: value => `t.assigned_to_id = ${value}`,
  },
})

const sourceList = recordList(listLeadSources, 'referral_source')

export const leads = [
  implement(listLeads, (tx, query) => page(tx, leadSource, query, presentLead)),
  implement(createLead, presented(captureLead, presentLead)),
  implement(
    getLead,
    presented((tx, { id }) => leadFile(tx, id), presentLead),
  ),
  implement(updateLead, presented(changeLead, presentLead)),
  listRecords(listLeadStages, 'lead_stage', presentLeadStage, { orderBy: 'sort_order' }),
  listRecords(listLeadRejectReasons, 'lead_reject_reason', presentLeadRejectReason),
  implement(listLeadSources, (tx, query) =>
    pageTogether(tx, sourceList, query, async sources => {
      const ofSource = await subSourcesOf(tx, sources)
      return sources.map(source => presentLeadSource({ ...source, sub_sources: ofSource(source) }, tx.clinic))
    }),
  ),
  listRecords(listTasks, 'task', presentTask),
  implement(createTask, presented(openTask, presentTask)),
  getRecord(getTask, 'task', presentTask),
  implement(updateTask, presented(changeTask, presentTask)),
]
