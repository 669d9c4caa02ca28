import { ROOMS, type RoomKey } from '@clinic/console/app/rooms.ts'

/** Where a room is looked at. */
export interface Scene {
  /** What the room is about, by the names in its path. */
  about?: Readonly<Record<string, string>>
  /** Besides what it is about: other words in the same path. */
  parts?: readonly Readonly<Record<string, string>>[]
  /** Further addresses of it: its parts, and what opens beside it. */
  also?: readonly string[]
}

/** Every address at which a room is looked at. */
export function addressesOf(clinicId: string, room: RoomKey, { about = {}, also = [], parts = [] }: Scene): string[] {
  const at = (words: Readonly<Record<string, string>>) =>
    `/c/${clinicId}${ROOMS[room].path.replace(/:(\w+)/g, (_, name: string) => words[name] ?? 'nothing')}`
  return [...['', ...also].map(search => at(about) + search), ...parts.map(at)]
}

/** A task of the team, and a new one. */
export const taskAddresses = (id: string) => [`?tab=team&open=${id}`, '?book=desk%3Dtask']

/** Where a time of the first column is blocked, in an hour. */
export const blockAddress = () => `?open=block+0+${new Date(Date.now() + 3_600_000).toISOString()}`

/** Where a free time of a doctor is filled, nine days from now. */
export function fillAddress({ id: doctorId }: { id: string }): string {
  const [start = '', end = ''] = [0, 30].map(minutes =>
    new Date(Date.now() + (9 * 1_440 + minutes) * 60_000).toISOString(),
  )
  return `?book=${encodeURIComponent(String(new URLSearchParams({ desk: 'waiting', start, end, doctorId })))}`
}
