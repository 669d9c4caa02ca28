/** The text as one of the words that a column is held to; throws RangeError for any other. */
export function knownWord<Word extends string>(words: readonly Word[], text: string): Word {
  const known = words.find(word => word === text)
  if (known !== undefined) return known
  throw new RangeError(`${text} is none of ${words.join(', ')}`)
}
