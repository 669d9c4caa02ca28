/** Headers given as names and values in turn, by their names. */
export const namedHeaders = (raw: readonly string[]): Record<string, string> =>
  Object.fromEntries(raw.flatMap((name, n) => (n % 2 === 0 ? [[name, raw[n + 1] ?? '']] : [])))
