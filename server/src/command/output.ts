export type Cell = string | number | boolean | null | readonly string[]
export type Row = Record<string, Cell>

/** Writes what a command found: a table for a person, or one JSON value for a program. */
export type Print = (found: Row | readonly Row[]) => void

const textOf = (cell: Cell): string => {
  if (cell === null) return '-'
  return typeof cell === 'object' ? cell.join(' ') || '-' : String(cell)
}
const heading = (key: string): string => key.replace(/[A-Z]/g, letter => ` ${letter}`).toUpperCase()

/** Lines with columns below each other, none with spaces at its end. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? []
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function tableOf(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return '(none)'
  return aligned([Object.keys(first).map(heading), ...rows.map(row => Object.values(row).map(textOf))])
}

const isMany = (found: Row | readonly Row[]): found is readonly Row[] => Array.isArray(found)

export const printer =
  (json: boolean): Print =>
  found => {
    const pairs = isMany(found) ? [] : Object.entries(found).map(([key, cell]) => [heading(key), textOf(cell)])
    const text = json ? JSON.stringify(found, null, 2) : isMany(found) ? tableOf(found) : aligned(pairs)
    process.stdout.write(`${text}\n`)
  }
