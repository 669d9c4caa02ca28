/** Makes once for each key what takes longer to make than to use, such as the formats of Intl. */
export function kept<Given, Made extends object>(
  make: (given: Given) => Made,
  keyOf: (given: Given) => string = String,
): (given: Given) => Made {
  const made = new Map<string, Made>()
  return given => {
    const key = keyOf(given)
    const known = made.get(key) ?? make(given)
    made.set(key, known)
    return known
  }
}
