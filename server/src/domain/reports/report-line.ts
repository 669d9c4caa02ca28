/** A line of a report; as many of the figures count as the report has, in minor units. */
export interface ReportLine {
  date: string | null
  kind: string | null
  name: string | null
  number: number | null
  reason: string | null
  percent: number | null
  count: number | null
  f1: number | null
  f2: number | null
  f3: number | null
  f4: number | null
  f5: number | null
}

const TYPES: readonly (readonly [column: keyof ReportLine, type: string])[] = [
  ['date', 'date'],
  ['kind', 'text'],
  ['name', 'text'],
  ['number', 'integer'],
  ['reason', 'text'],
  ['percent', 'numeric(5,2)'],
  ['count', 'integer'],
  ['f1', 'bigint'],
  ['f2', 'bigint'],
  ['f3', 'bigint'],
  ['f4', 'bigint'],
  ['f5', 'bigint'],
]

/** Selects all columns of a line: what is said of them, the others empty. */
export const line = (said: Partial<Record<keyof ReportLine, string>>): string =>
  `select ${TYPES.map(([column, type]) => `(${said[column] ?? 'null'})::${type} as ${column}`).join(', ')}`
