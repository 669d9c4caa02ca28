import { PUBLISHER_ROOM_KEYS, PUBLISHER_ROOMS } from './publisher-rooms.ts'
import { MAIN_ROOMS, ROOM_KEYS, ROOMS } from './rooms.ts'

/** What belongs to no clinic. */
const OUTSIDE = [
  '/',
  '/login',
  '/login/reset',
  '/reset/:token',
  '/invite/:token',
  '/clinics',
  '/security',
  '/publisher',
  '/preferences',
]

/** Where every piece of the console is shown, for those who develop it. */
export const STYLES_PATH = '/styles'

/**
 * Every address at which the console has a page; the server answers these with it and nothing else. A room without its
 * clinic leads into the one that was entered last.
 */
export const PATHS: readonly string[] = [
  ...OUTSIDE,
  ...MAIN_ROOMS.map(key => ROOMS[key].path),
  '/c/:clinicId',
  ...ROOM_KEYS.map(key => `/c/:clinicId${ROOMS[key].path}`),
  ...PUBLISHER_ROOM_KEYS.map(key => `/publisher/:publisherId${PUBLISHER_ROOMS[key].path}`),
]
