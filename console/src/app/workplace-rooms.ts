import { createContext, use } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { useClinic } from '../lib/use-session.ts'
import { roomsOf } from './room-access.ts'
import { hrefOf, ROOMS } from './rooms.ts'
import { shell } from './texts.ts'

/** A room that the navigation, the palette and the keys lead to. */
export interface MainRoom {
  readonly key: string
  readonly name: string
  readonly to: string
  /** The letter that leads there after G. */
  readonly go: string
}

/** The rooms of a workplace that is no clinic. */
export const WorkplaceRooms = createContext<readonly MainRoom[] | undefined>(undefined)

/** The rooms that one may go to where one is: of the clinic, unless one is elsewhere. */
export function useMainRooms(): readonly MainRoom[] {
  const t = useTexts(shell)
  const clinic = useClinic()
  const elsewhere = use(WorkplaceRooms)
  if (elsewhere) return elsewhere
  if (!clinic) return []
  return roomsOf(clinic).map(key => ({
    ...{ key, name: t[key], to: hrefOf(clinic.id, key), go: ROOMS[key].go },
  }))
}
