import { setTimeout as delay } from 'node:timers/promises'
import type { Static } from '@clinic/contract/kernel.ts'
import type { DayAppointment } from '@clinic/contract/staff/appointments.ts'
import type { DayCard } from '@clinic/contract/staff/day.ts'
import type { Answer, Ask } from './desk-ask.ts'
import type { Screen, Written } from './desk-screen.ts'

/** What all of them do on: the day, its doctors and patients, and what is kept of what was acknowledged. */
export interface Desk {
  branchId: string
  doctorIds: readonly string[]
  patientIds: readonly string[]
  /** The starts of the day that can be booked, epoch milliseconds. */
  starts: readonly number[]
  /** Every acknowledged write. */
  wrote(card: Written): void
  /** What was noted on a visit, by its id: all of it has to be there in the end. */
  notes: Map<string, string[]>
}

const HALF_HOUR = 1_800_000
const OF_DESK: Readonly<Record<string, string>> = { OPEN: 'CONFIRMED', CONFIRMED: 'CHECKEDIN', CHECKEDIN: 'WAITING' }
const OF_DOCTOR: Readonly<Record<string, string>> = { WAITING: 'INPROGRESS', INPROGRESS: 'COMPLETED' }
const UNDONE = 0.2
const TRIES = 5

const pick = <Value>(of: readonly Value[]): Value | undefined => of[Math.floor(Math.random() * of.length)]
const spanFrom = (start: number) => ({
  start: new Date(start).toISOString(),
  end: new Date(start + HALF_HOUR).toISOString(),
})

/** One person: what they do next depends on what their screen shows. */
export function person(desk: Desk, ask: Ask, screen: Screen) {
  const done = ({ status, data }: Answer<DayCard>) => {
    if (status < 300) desk.wrote(data)
    return status < 300
  }
  const shown = (of: (card: DayCard) => boolean) => pick([...screen.cards.values()].filter(of))

  const book = async () => {
    const [start, doctorId, patientId] = [pick(desk.starts), pick(desk.doctorIds), pick(desk.patientIds)]
    const visit = { ...spanFrom(start ?? 0), branchId: desk.branchId, doctorId, patientId }
    done(await ask.write('POST', '/appointments', visit))
  }
  const move = async () => {
    const [start, doctorId] = [pick(desk.starts), pick(desk.doctorIds)]
    const card = shown(({ status, held }) => held === null && (status === 'OPEN' || status === 'CONFIRMED'))
    if (card)
      done(await ask.write('PATCH', `/appointments/${card.id}`, { ...spanFrom(start ?? 0), doctorId }, card.version))
  }
  const cancel = async () => {
    const card = shown(({ status, held }) => held === null && status === 'OPEN')
    const wish = { from: card?.status, to: 'CANCELED', hold: false }
    if (card) done(await ask.write('POST', `/appointments/${card.id}/status`, wish))
  }
  const step = async (steps: Readonly<Record<string, string>>, of = (_: DayCard) => true) => {
    const card = shown(one => one.held === null && one.status in steps && of(one))
    if (!card) return
    const wish = { from: card.status, to: steps[card.status] }
    const isDone = done(await ask.write('POST', `/appointments/${card.id}/status`, wish))
    if (!isDone || Math.random() > UNDONE) return
    await delay(500)
    done(await ask.write('DELETE', `/appointments/${card.id}/held-move`, {}))
  }
  /** As the console: who was overtaken sees what the other wrote, and writes below it. */
  const note = async (of = (_: DayCard) => true) => {
    const card = shown(one => one.status !== 'CANCELED' && of(one))
    if (!card) return
    const mark = Math.random().toString(36).slice(2, 8)
    for (let tried = 0; tried < TRIES; tried++) {
      const { data } = await ask.read<Static<typeof DayAppointment>>(`/appointments/${card.id}`)
      const details = `${data.details ?? ''} ${mark}`.trim()
      if (details.length > 2_000) return
      const answer = await ask.write<DayCard>('PATCH', `/appointments/${card.id}`, { details }, data.version)
      if (done(answer)) desk.notes.set(card.id, [...(desk.notes.get(card.id) ?? []), mark])
      if (answer.code !== 'changed_meanwhile') return
    }
  }
  return {
    book,
    move,
    cancel,
    note,
    toChair: () => step(OF_DESK),
    treat: (of: (card: DayCard) => boolean) => step(OF_DOCTOR, of),
  }
}

/** A plugin books any time of the day, as those at the desk do. */
export async function bookAsPlugin({ branchId, starts, doctorIds, patientIds, wrote }: Desk, ask: Ask): Promise<void> {
  const who = { branchId, doctorId: pick(doctorIds), patientId: pick(patientIds) }
  const { status, data } = await ask.write<{ id: string }>('POST', '/appointments', {
    ...spanFrom(pick(starts) ?? 0),
    ...who,
  })
  if (status < 300) wrote({ id: data.id })
}

/** Does one thing after the other, about so many milliseconds apart, until the day is over. */
export async function busy(until: number, everyMs: number, things: readonly (() => Promise<void>)[]): Promise<void> {
  while (performance.now() < until) {
    await delay(everyMs * (0.5 + Math.random()))
    await pick(things)?.()
  }
}
