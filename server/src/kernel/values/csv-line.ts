/** Programs of tables take what begins so for a formula, and run it. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell as RFC 4180 has it; one that would be taken for a formula is a text, by the apostrophe before it. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join()}\r\n`

/** What a table begins with. Programs of tables read by the mark before it that the text is UTF-8. */
export const csvStart = (heads: readonly string[]): string => `\ufeff${csvLine(heads)}`
