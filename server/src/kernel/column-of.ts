/** The column that has the name of a field, as a type: `phoneNumber2` is in `phone_number2`. */
export type ColumnOf<Name> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : ''

/** The column that has the name of a field. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
