/** How a language writes what JSON holds; numbers are those of JSON in each. */
export interface Notation {
  readonly indent: string
  readonly true: string
  readonly false: string
  readonly null: string
  text(value: string): string
  key(name: string): string
}

/** A JSON value as it stands in source code that is `depth` levels deep already. */
export function literal(value: unknown, notation: Notation, depth: number): string {
  if (value === null || value === undefined) return notation.null
  if (typeof value === 'boolean') return notation[`${value}`]
  if (typeof value === 'string') return notation.text(value)
  if (typeof value !== 'object') return String(value)
  const inner = (part: unknown): string => literal(part, notation, depth + 1)
  const parts = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value).map(([name, part]) => `${notation.key(name)}: ${inner(part)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const pad = notation.indent.repeat(depth)
  return `${open}\n${parts.map(part => `${pad}${notation.indent}${part},\n`).join('')}${pad}${close}`
}
