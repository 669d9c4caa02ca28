import { Conflict, Invalid, NotFound, Refused } from '@clinic/sdk'
import type { Bot } from './bot.ts'
import { type Choice, choiceOfRecall, markBooked, markTaken } from './choices.ts'
import { close, type Recall } from './recalls.ts'
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
    await notBooked(bot, recall, choice, error)
  }
}

/** A time that is taken, or over since the page was opened, is chosen anew. */
async function notBooked(bot: Bot, recall: Recall, choice: Choice, error: unknown): Promise<void> {
  if (error instanceof Invalid || (error instanceof Conflict && error.code === 'slot_unavailable'))
    return takenByAnother(bot, recall, choice)
  // The file was closed, or the doctor has left: the patient has to speak with the clinic.
  if (error instanceof NotFound || error instanceof Refused) return void close(bot.database, recall.id, error.code)
  throw error
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
