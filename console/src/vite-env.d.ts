declare module '*.css'
/**
 * `METHOD /path` of every operation of the staff API by its id, and the ids of those that need no login; written by the
 * build from the contract.
 */
declare module 'virtual:staff-routes' {
  export const ROUTES: Readonly<Record<string, string>>
  export const OPEN: readonly string[]
}
