import { isAtLeast, type PublisherRole } from '@clinic/contract/publisher/roles.ts'
import { type PathNames, pathAt } from './room-paths.ts'

interface RoomFacts {
  /** Below the publisher: `/keys` is at `/publisher/:publisherId/keys`; `:names` stand for what the room is about. */
  readonly path: string
  /** The least that a person has to be in the publisher for the room to be opened. */
  readonly role: PublisherRole
  /** The part of the navigation that it stands in; the room from which it is reached where it stands in none. */
  readonly group?: 'plugins' | 'publisher'
  readonly within?: string
  /** The letter that leads here after G. */
  readonly go?: string
  /** What of the room stands in its address, besides where it is. */
  readonly search: readonly string[]
}

/** Every room of a publisher, in the order of the navigation: routes, guard, links, keys and the server's addresses follow. */
export const PUBLISHER_ROOMS = {
  ownPlugins: { path: '', role: 'VIEWER', group: 'plugins', go: 'p', search: ['open', 'sort'] },
  ownPlugin: { path: '/plugins/:id', role: 'VIEWER', within: 'ownPlugins', search: ['tab', 'open', 'sort'] },
  newVersion: { path: '/plugins/:id/versions/new', role: 'DEVELOPER', within: 'ownPlugin', search: ['from'] },
  ownVersion: { path: '/plugins/:id/versions/:version', role: 'VIEWER', within: 'ownPlugin', search: ['tab'] },
  ownKeys: { path: '/keys', role: 'DEVELOPER', group: 'publisher', go: 'k', search: ['open', 'sort'] },
  publisherTeam: { path: '/team', role: 'OWNER', group: 'publisher', go: 't', search: [] },
  publisherSettings: { path: '/settings', role: 'VIEWER', group: 'publisher', go: 's', search: [] },
} as const satisfies Readonly<Record<string, RoomFacts>>

export type PublisherRoomKey = keyof typeof PUBLISHER_ROOMS
const isRoom = (key: string): key is PublisherRoomKey => Object.hasOwn(PUBLISHER_ROOMS, key)
export const PUBLISHER_ROOM_KEYS: readonly PublisherRoomKey[] = Object.keys(PUBLISHER_ROOMS).filter(isRoom)

/** A room that the navigation leads to. */
export type MainPublisherRoomKey = {
  [Key in PublisherRoomKey]: (typeof PUBLISHER_ROOMS)[Key] extends { readonly group: string } ? Key : never
}[PublisherRoomKey]
export const isMainPublisherRoom = (key: PublisherRoomKey): key is MainPublisherRoomKey =>
  'group' in PUBLISHER_ROOMS[key]
export const MAIN_PUBLISHER_ROOMS: readonly MainPublisherRoomKey[] = PUBLISHER_ROOM_KEYS.filter(isMainPublisherRoom)

export const mayOpenPublisherRoom = (role: PublisherRole, key: PublisherRoomKey): boolean =>
  isAtLeast(role, PUBLISHER_ROOMS[key].role)

type PlaceOf<Key extends PublisherRoomKey> = Readonly<Record<PathNames<(typeof PUBLISHER_ROOMS)[Key]['path']>, string>>

/** The address of a room of a publisher: of one that is about something, also of what. */
export function publisherHref<Key extends PublisherRoomKey>(
  publisherId: string,
  key: Key,
  ...place: Key extends MainPublisherRoomKey ? [] : [PlaceOf<Key>]
): string {
  return `/publisher/${encodeURIComponent(publisherId)}${pathAt(PUBLISHER_ROOMS[key].path, { ...place[0] })}`
}
