const PLACEHOLDER = /\{\{\s*(\d{1,3})\s*\}\}/g
const PREVIEW_LENGTH = 160

/** How many values a body takes: undefined unless its placeholders are {{1}}, {{2}} … without a gap. */
export function variableCount(body: string): number | undefined {
  const numbers = new Set([...body.matchAll(PLACEHOLDER)].map(([, number]) => Number(number)))
  const highest = Math.max(0, ...numbers)
  return numbers.size === highest && !numbers.has(0) ? highest : undefined
}

/** The body with its values in place. */
export const filledIn = (body: string, variables: readonly string[]): string =>
  body.replace(PLACEHOLDER, (placeholder, number: string) => variables[Number(number) - 1] ?? placeholder)

/** The beginning of a text, in one line, for lists. */
export function preview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= PREVIEW_LENGTH ? line : `${characters.slice(0, PREVIEW_LENGTH - 1).join('')}…`
}
