import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import type { Card } from './card.ts'

type Standing = Pick<Card, 'held' | 'status'>

/** As the desk sees it: a move that is held counts. */
export const shownStatus = ({ held, status }: Standing): AppointmentStatus => held?.to ?? status

/** Where a visit may go from each status, the next step first; nothing goes back. */
const MOVES: Readonly<Record<AppointmentStatus, readonly AppointmentStatus[]>> = {
  OPEN: ['CHECKEDIN', 'CONFIRMED', 'DELAYED', 'NOSHOW', 'CANCELED'],
  CONFIRMED: ['CHECKEDIN', 'DELAYED', 'NOSHOW', 'CANCELED'],
  DELAYED: ['CHECKEDIN', 'CONFIRMED', 'NOSHOW', 'CANCELED'],
  CHECKEDIN: ['WAITING', 'INPROGRESS', 'CANCELED'],
  WAITING: ['INPROGRESS', 'CANCELED'],
  INPROGRESS: ['COMPLETED'],
  COMPLETED: [],
  CANCELED: [],
  NOSHOW: [],
}

export const movesOf = (card: Standing): readonly AppointmentStatus[] => MOVES[shownStatus(card)]

/** What the visit goes on to; nothing where it is over, or will not take place. */
export const nextStep = (card: Standing): AppointmentStatus | undefined => movesOf(card)[0]

const EXPECTED: readonly AppointmentStatus[] = ['OPEN', 'CONFIRMED', 'DELAYED']

/** Whether the patient has not come yet. */
export const isExpected = (card: Standing): boolean => EXPECTED.includes(shownStatus(card))

/** Whether the visit is neither over nor given up. */
export const isUnfinished = (card: Standing): boolean => nextStep(card) !== undefined
