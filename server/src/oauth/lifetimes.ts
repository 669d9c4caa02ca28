/** How long what the authorization server gives is good for, in seconds (contract section 11). */
export const LIFETIME = {
  /** Of an authorization request, until the person decides. */
  request: 15 * 60,
  code: 60,
  access: 30 * 60,
  /** Without being used. */
  refresh: 30 * 86_400,
  /** From the consent on, however often it is refreshed. */
  grant: 90 * 86_400,
  /** For how long a refresh token that was used may come again: two requests of one client that overlap. */
  grace: 60,
} as const

/** More than this many requests do not overlap by accident. */
export const MAX_OVERLAPPING_REFRESHES = 20

/** Connections of one person, client and clinic; the oldest ends when there is one more. */
export const MAX_CONNECTIONS = 10

export const secondsAfter = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1_000).toISOString()
