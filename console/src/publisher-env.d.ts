/** `METHOD /path` of every operation of the publishers' API by its id; written by the build from the contract. */
declare module 'virtual:publisher-routes' {
  export const ROUTES: Readonly<Record<string, string>>
}
/** The same of the platform's own API. */
declare module 'virtual:platform-routes' {
  export const ROUTES: Readonly<Record<string, string>>
}
/** What a consent says of the events that a plugin is told of. */
declare module 'virtual:event-words' {
  export const EVENT_WORDS: Readonly<
    Record<string, { tier: import('@clinic/contract/scope-tiers.ts').Tier; en: string; ar: string }>
  >
}
/** The input of an operation of the publishers' API, without the publisher, which the address of the page says. */
declare module 'virtual:publisher-input/*' {
  export const INPUT: import('@clinic/contract/json-schema.ts').JsonSchema
}
