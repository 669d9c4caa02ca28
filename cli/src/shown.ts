import { styleText } from 'node:util'
import { formatOf, type Print, printable, printer, type Wished } from './output.ts'
import { isTaken } from './posting.ts'
import type { Row } from './records.ts'

/** Hours to seconds, as the person's clock shows them. */
const clockOf = (at: unknown): string => new Date(String(at)).toTimeString().slice(0, 8)
const BASE = '/api/v1'
const INDENT = ' '.repeat(10)
const UNSIGNED = 401

const hasColour = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR

function statusOf({ status }: Row): string {
  const text = status === 0 ? 'no answer' : String(status)
  return hasColour() ? styleText(isTaken(status) ? 'green' : 'red', text) : text
}

/** What a refusal of the plugin means, beside its own words. */
function adviceOf({ status, answer }: Row): string[] {
  const said = printable(answer)
  const why = status === UNSIGNED ? 'Is it made with process.env.WEBHOOK_SECRET? plg dev gives it that.' : ''
  return [said === '-' ? '' : said, why].filter(Boolean).map(line => `${INDENT}${line}`)
}

function eventLines(row: Row): string[] {
  const tries = Number(row.tries) > 1 ? `  after ${row.tries} tries` : ''
  const again = row.again ? `  ${printable(row.again)}` : ''
  const line = `${clockOf(row.at)}  ${printable(row.type)}  ${statusOf(row)}  ${row.ms} ms${tries}${again}  ${printable(row.id)}`
  return isTaken(row.status) ? [line] : [line, ...adviceOf(row)]
}

const callLine = (row: Row): string =>
  `${INDENT}${printable(row.method)} ${printable(row.route).replace(BASE, '')}  ${statusOf(row)}  ${row.ms} ms${row.code ? `  ${printable(row.code)}` : ''}`

/** On a terminal a line for each event and one below it for each call; else records. */
export function shower(wished: Wished): Pick<Print, 'one'> {
  const format = formatOf(wished)
  // They come without end: as one value they would never be whole.
  if (format !== 'table') return printer(format === 'json' ? 'ndjson' : format)
  const lines = (row: Row) => ('call' in row ? [callLine(row)] : eventLines(row))
  return { one: row => void process.stdout.write(`${lines(row).join('\n')}\n`) }
}
