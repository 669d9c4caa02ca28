import { book } from './book.ts'
import { type Bot, clinicNow } from './bot.ts'
import { begin, send, wordingOf } from './messages.ts'
import { closeSettled, findDue, recallsThatAre, sentSince } from './recalls.ts'
import { monthsBefore, readSettings } from './settings.ts'
import { keepVisit, readMark, saveMark } from './visits.ts'

const DAY_MS = 86_400_000

/** Learns what changed, finishes what was begun, and writes to those who are due. */
export async function round(bot: Bot): Promise<void> {
  const { clinic, database } = bot
  await clinic.appointments.sync({
    since: readMark(database),
    each: appointment => keepVisit(database, appointment),
    save: mark => saveMark(database, mark),
  })
  for (const recall of recallsThatAre(database, 'CHOSEN')) await book(bot, recall)
  const now = await clinicNow(bot)
  const settings = await readSettings(clinic)
  closeSettled(database, now.toISOString())
  findDue(database, monthsBefore(now, settings.months).toISOString(), now.toISOString())
  for (const recall of recallsThatAre(database, 'SENDING')) await send(bot, recall)
  const due = recallsThatAre(database, 'DUE')
  const left = settings.mostPerDay - sentSince(database, new Date(bot.now().getTime() - DAY_MS).toISOString())
  if (due.length === 0 || left <= 0) return
  const wording = await wordingOf(bot, settings)
  if (wording) for (const recall of due.slice(0, left)) await begin(bot, recall, wording)
}
