import {
  getPatientTimeline,
  listMessagesOfPatient,
  listTemplatesToSend,
  writeToPatient,
} from '@clinic/contract/staff/patient-story.ts'
import { actorsOf } from '../domain/audit/audit-actors.ts'
import { approvedTemplates } from '../domain/messaging/approved-templates.ts'
import { sendMessage } from '../domain/messaging/send-message.ts'
import { type ThreadRow, threadOfPatient } from '../domain/messaging/thread-of-patient.ts'
import { patientFile, requirePatientFile } from '../domain/patients/patient-file.ts'
import { kindsSeen, patientStory } from '../domain/patients/patient-story.ts'
import { implement } from '../kernel/implement.ts'
import { page, pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentMessage, presentMessageTemplate } from '../present/messaging.ts'
import { presentStoryEntry, presentThreadMessage } from '../present/patient-story.ts'

const writerOf = ({ user_id }: ThreadRow) => `staff ${user_id}`

async function shownThread(tx: Tx, rows: readonly ThreadRow[]) {
  const actorOf = await actorsOf(tx, rows.map(writerOf))
  return rows.map(row => presentThreadMessage({ ...row, sent_by: actorOf(writerOf(row)).name }, tx.clinic))
}

/** What happened with patients, and what was written to them. */
export const patientStoryApi = [
  implement(getPatientTimeline, async (tx, query) => {
    await requirePatientFile(tx, query.id)
    return page(tx, patientStory, { ...query, seen: kindsSeen(tx) }, presentStoryEntry)
  }),
  implement(listMessagesOfPatient, async (tx, query) => {
    await requirePatientFile(tx, query.id)
    return pageTogether(tx, threadOfPatient, query, rows => shownThread(tx, rows))
  }),
  implement(writeToPatient, async (tx, { id: patientId, ...content }) => ({
    data: presentMessage(await sendMessage(tx, { ...content, patientId, userId: tx.caller.id }), tx.clinic),
  })),
  implement(listTemplatesToSend, async (tx, { id }) => {
    await patientFile(tx, id)
    return { data: (await approvedTemplates(tx)).map(row => presentMessageTemplate(row, tx.clinic)) }
  }),
]
