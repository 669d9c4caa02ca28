/** What PostgreSQL can store and what recursion can walk, whatever the schema says. */

/** Deeper nesting is refused: what recurses over the value later must not run out of stack. */
export const DEEPEST = 64

/** PostgreSQL cannot store U+0000, and half a surrogate pair is no character in UTF-8. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** True when every key, string and number of a JSON value can be stored and nothing is nested too deeply. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  // JSON.parse reads 1e400 as Infinity, which JSON.stringify would write as null.
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === DEEPEST) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isStorable(item, depth + 1)) return false
    return true
  }
  for (const [key, item] of Object.entries(value)) {
    if (!isStorableText(key) || !isStorable(item, depth + 1)) return false
  }
  return true
}
