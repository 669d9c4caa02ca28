/** The literal of an array of ids or scopes: they are made of characters that need no quoting within one. */
export const arrayLiteral = (words: readonly string[]): string => `{${words.join(',')}}`
