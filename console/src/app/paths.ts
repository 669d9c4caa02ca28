import { ROOM_KEYS, ROOMS } from './rooms.ts'

/** What belongs to no clinic. */
const OUTSIDE = ['/', '/login', '/login/reset', '/reset/:token', '/invite/:token', '/clinics', '/security']
const ROOM_PATHS = ROOM_KEYS.map(key => ROOMS[key].path)

/**
 * Every address at which the console has a page; the server answers these with it and nothing else. A room without its
 * clinic leads into the one that was entered last.
 */
export const PATHS: readonly string[] = [
  ...OUTSIDE,
  ...ROOM_PATHS,
  '/c/:clinicId',
  ...ROOM_PATHS.map(path => `/c/:clinicId${path}`),
]
