import { Conflict } from '@clinic/sdk'
import type { Bot } from './bot.ts'
import { type Choice, choiceOfRecall, markBooked, markTaken } from './choices.ts'
import type { Recall } from './recalls.ts'
import { keepVisit } from './visits.ts'

/** Books what the patient chose. May be repeated: the key is the id of the choice. */
export async function book(bot: Bot, recall: Recall): Promise<void> {
  const { clinic, database } = bot
  const choice = choiceOfRecall(database, recall.id)
  if (!choice) return
  const { branchId, doctorId, patientId } = recall
  const { start, end } = choice
  try {
    const visit = await clinic.appointments.create(
      { branchId, doctorId, patientId, start, end },
      { idempotencyKey: choice.id },
    )
    keepVisit(database, visit)
    markBooked(database, choice, visit.id)
  } catch (error) {
    if (!(error instanceof Conflict) || error.code !== 'slot_unavailable') throw error
    await takenByAnother(bot, recall, choice)
  }
}

/** A key holds for a day. After a longer outage what stands in the way may be what we booked ourselves. */
async function takenByAnother({ clinic, database }: Bot, recall: Recall, choice: Choice): Promise<void> {
  for await (const visit of clinic.appointments.list({ patientId: recall.patientId, from: choice.start })) {
    const isOurs = Date.parse(visit.start) === Date.parse(choice.start) && visit.doctorId === recall.doctorId
    if (isOurs && visit.status !== 'CANCELED') {
      keepVisit(database, visit)
      return markBooked(database, choice, visit.id)
    }
  }
  markTaken(database, choice)
}
