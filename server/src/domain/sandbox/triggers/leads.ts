import { sql } from '../../../db/statement.ts'
import { refuseInput } from '../../../kernel/errors.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { captureLead } from '../../leads/capture-lead.ts'
import { convertLead } from '../../leads/convert-lead.ts'
import { moveLead } from '../../leads/move-lead.ts'
import { addStage } from '../../leads/stages.ts'
import { fitting, inventedPhone, newest } from '../fitting.ts'
import { aWorkplace } from '../people.ts'
import { triggers } from '../trigger.ts'

interface Stage {
  id: string
  rejects: boolean
}

const pipeline = sql<Stage>(
  'select id, require_reject as rejects from lead_stage where company_id = $1 order by sort_order',
)

/** The stages of the clinic, with two that leads go through and one that rejects. */
async function stagesOf(tx: Tx): Promise<Stage[]> {
  const stages = await tx.sql(pipeline([tx.clinic.id]))
  const through = stages.filter(({ rejects }) => !rejects).length
  const missing = [
    ...['New', 'Contacted'].slice(through).map(name => ({ name, requireReject: false })),
    ...(through === stages.length ? [{ name: 'Lost', requireReject: true }] : []),
  ]
  for (const { name, requireReject } of missing) {
    const { id } = await addStage(tx, { name, requireReject })
    stages.push({ id, rejects: requireReject })
  }
  return stages
}

const open = newest(
  'lead',
  `t.patient_id is null and exists (
    select from lead_stage stage where stage.company_id = t.company_id and stage.id = t.stage_id and not stage.require_reject)`,
)

async function capture(tx: Tx) {
  const [first] = (await stagesOf(tx)).filter(({ rejects }) => !rejects)
  const { branchId } = await aWorkplace(tx)
  return captureLead(tx, { name: 'Sandbox Lead (invented)', phone: inventedPhone(), stageId: first?.id, branchId })
}

const aLead = (tx: Tx, named?: string) => fitting(tx, named, open, () => capture(tx))

/** Another stage than the lead is in: one that rejects, or one that does not. */
async function otherStage(tx: Tx, leadId: string, rejects: boolean): Promise<string> {
  const { stage_id } = await tx.get('lead', leadId)
  const other = (await stagesOf(tx)).find(stage => stage.rejects === rejects && stage.id !== stage_id)
  return other?.id ?? refuseInput({ path: '/set/id', code: 'stage', message: 'must be a lead that is elsewhere' })
}

export const leadTriggers = triggers({
  'lead.created': async (tx, set) => {
    await stagesOf(tx)
    const branchId = set.branchId ?? (await aWorkplace(tx)).branchId
    return captureLead(tx, { name: 'Sandbox Lead (invented)', phone: inventedPhone(), ...set, branchId })
  },
  'lead.stage_changed': async (tx, { id: named, stageId }) => {
    const id = await aLead(tx, named)
    return moveLead(tx, { id, stageId: stageId ?? (await otherStage(tx, id, false)) })
  },
  'lead.converted': async (tx, { id, patientId }) => {
    const names = { firstName: 'Sandbox', lastName: 'Patient (invented)' }
    return convertLead(tx, { ...names, id: await aLead(tx, id), patientId })
  },
  'lead.rejected': async (tx, { id: named, rejectReasonId }) => {
    const id = await aLead(tx, named)
    return moveLead(tx, { id, stageId: await otherStage(tx, id, true), rejectReasonId })
  },
})
