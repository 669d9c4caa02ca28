/** `phoneNumber2` as `phone_number2`, as a type. */
export type Snake<Name> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : ''

/** Field names as columns and assistants' tools write them, and as the contract does. */
export const snake = (camel: string): string => camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
export const camel = (snaked: string): string => snaked.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase())

const FIELDS = new Map<string, string>()
/**
 * The field that a column keeps: one that is sealed lies in a column of its name and `_sealed`, with its MAC beside it.
 * Worked out once for each column.
 */
export function fieldOf(column: string): string {
  const known = FIELDS.get(column)
  if (known !== undefined) return known
  const field = camel(column.replace(/_(sealed|mac)$/, ''))
  FIELDS.set(column, field)
  return field
}
