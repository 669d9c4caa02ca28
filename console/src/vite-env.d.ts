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
/** The same of the publishers' API; its inputs are without the publisher, which the address of the page says. */
declare module 'virtual:publisher-routes' {
  export const ROUTES: Readonly<Record<string, string>>
}
declare module 'virtual:publisher-input/*' {
  export const INPUT: import('@clinic/contract/json-schema.ts').JsonSchema
}
/** What a consent says of the events that a plugin is told of. */
declare module 'virtual:event-words' {
  export const EVENT_WORDS: Readonly<
    Record<string, { tier: import('@clinic/contract/scope-tiers.ts').Tier; summary: string }>
  >
}
