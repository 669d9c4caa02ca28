import { useParams } from '@tanstack/react-router'
import { useUrlState } from '../../lib/url-state.ts'
import { useMay } from '../../lib/use-session.ts'

/** What the desk does beside any room: books a visit, takes who comes without one, keeps who waits for a free time, notes what is to be done. */
const DESKS = ['visit', 'walkIn', 'waiting', 'task'] as const
export type Desk = (typeof DESKS)[number]

const PLACE = ['start', 'end', 'doctorId', 'room', 'patientId', 'waitListEntryId', 'urgent', 'appointmentId'] as const
/** What is known already of what is to be booked or done: ids, instants, and the name of a room; nothing about a person. */
export type Place = Readonly<Partial<Record<(typeof PLACE)[number], string>>>

export interface Asked {
  desk: Desk
  place: Place
}

/** The part of the address that says it. */
export const BOOK = 'book'

function askedIn(text: string): Asked | undefined {
  const said = new URLSearchParams(text)
  const desk = DESKS.find(one => one === said.get('desk'))
  const place = Object.fromEntries(PLACE.flatMap(name => (said.has(name) ? [[name, said.get(name) ?? '']] : [])))
  return desk && { desk, place }
}

/** Whether one may book for others, or for oneself alone, in the clinic of the address. */
export function useMayBook(): boolean {
  const { clinicId } = useParams({ strict: false })
  const [any, own] = [useMay('appointments:write'), useMay('appointments:write.own')]
  return clinicId !== undefined && (any || own)
}

/** Opens beside any room what the desk does, at an address of its own. */
export function useBooking() {
  const { read, write } = useUrlState()
  const show = (desk: Desk, place: Place) => {
    const given = Object.entries(place).filter(([, value]) => value !== '')
    write({ [BOOK]: new URLSearchParams([['desk', desk], ...given]).toString() }, { push: true })
  }
  return {
    asked: askedIn(read(BOOK)),
    open: (place: Place = {}) => show('visit', place),
    takeWalkIn: () => show('walkIn', {}),
    /** Who waits; with a free time, who of them could come then. */
    openWaiting: (free: Pick<Place, 'start' | 'end' | 'doctorId'> = {}) => show('waiting', free),
    addTask: (about: Pick<Place, 'patientId' | 'appointmentId'> = {}) => show('task', about),
    close: () => write({ [BOOK]: '' }),
  }
}
