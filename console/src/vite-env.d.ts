declare module '*.css'
/**
 * `METHOD /path` of every operation of the staff API by its id, and the ids of those that need no login; written by the
 * build from the contract.
 */
declare module 'virtual:staff-routes' {
  export const ROUTES: Readonly<Record<string, string>>
  export const OPEN: readonly string[]
}
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
/** The input of an operation of the staff API, as the contract declares it. */
declare module 'virtual:staff-input/*' {
  export const INPUT: import('@clinic/contract/json-schema.ts').JsonSchema
}
