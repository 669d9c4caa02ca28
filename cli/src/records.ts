/** An answer of the service is read as what it is: a record of values that nothing is assumed of. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowOf = (value: unknown): Row => (isRow(value) ? value : {})
export const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** A text of it; undefined where it is none, or empty. */
export function textOf(value: unknown, key: string): string | undefined {
  const found = isRow(value) ? value[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
