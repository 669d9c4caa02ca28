import { ClinicError } from '@clinic/sdk'
import { book } from './book.ts'
import { type Bot, whileAllowed } from './bot.ts'
import { choiceOfRecall, choose, offer, type Slot } from './choices.ts'
import { bookedPage, offerPage, saying, type Viewed } from './pages.ts'
import { type Recall, recallBehind, recallWith } from './recalls.ts'
import type { Language } from './texts.ts'

export interface Shown {
  readonly status: number
  readonly page: string
}

const DAYS = 14
const MOST = 20
const PART_OF_DAY_MS = 2 * 3_600_000

/** The first free time of every two hours: something for the morning and for next week, and no wall of times. */
const firstOfEach = (slots: readonly Slot[]): Slot[] => {
  const parts = Map.groupBy(slots, ({ start }) => Math.floor(Date.parse(start) / PART_OF_DAY_MS))
  return [...parts.values()].flatMap(([first]) => first ?? [])
}

async function choicesFor({ clinic, database }: Bot, { id, branchId, doctorId }: Recall) {
  const { days } = await clinic.availability.get({ branchId, doctorId, days: DAYS })
  const slots = firstOfEach(days.flatMap(day => day.slots)).slice(0, MOST)
  return slots.map(slot => offer(database, id, slot))
}

async function shown(bot: Bot, recall: Recall, viewed: Viewed, wasTaken: boolean): Promise<Shown> {
  const choice = choiceOfRecall(bot.database, recall.id)
  if (recall.state === 'BOOKED' && choice) return { status: 200, page: bookedPage(viewed, choice) }
  if (recall.state !== 'SENT' && recall.state !== 'SENDING') return { status: 410, page: saying(viewed, 'over') }
  return { status: 200, page: offerPage(viewed, await choicesFor(bot, recall), wasTaken) }
}

/** What a patient sees behind their link, after what they chose there, if they did. */
export async function visitPage(bot: Bot, link: string, language: Language, choiceId?: string): Promise<Shown> {
  const unnamed = { language, clinicName: '' }
  const recall = recallBehind(bot.database, link)
  if (!recall) return { status: 404, page: saying(unnamed, 'unknown') }
  let answer: Shown = { status: 503, page: saying(unnamed, 'waiting') }
  if (choiceId !== undefined && !bot.isOver) choose(bot.database, recall.id, choiceId)
  try {
    await whileAllowed(bot, async () => {
      const { name, timeZone } = await bot.clinic.clinic.get()
      await book(bot, recall)
      const now = recallWith(bot.database, recall.id) ?? recall
      const wasTaken = choiceId !== undefined && now.state === 'SENT'
      answer = await shown(bot, now, { language, clinicName: name, timeZone }, wasTaken)
    })
  } catch (error) {
    if (!(error instanceof ClinicError)) throw error
    bot.log(`${error.operation} failed (${error.code}, request ${error.requestId ?? 'unknown'}); it is tried again.`)
  }
  return answer
}
