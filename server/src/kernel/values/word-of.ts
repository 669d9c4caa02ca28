/** Reads a column that a CHECK constraint holds to a closed set of words as one of them; any other word is our own error. */
export const wordOf =
  <const Words extends readonly string[]>(words: Words) =>
  (text: string): Words[number] => {
    const word = words.find(each => each === text)
    if (word === undefined) throw new RangeError(`${text} is none of ${words.join(', ')}.`)
    return word
  }
