import { readFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import { wrongUsage } from './failure.ts'
import { isRow, type Row } from './records.ts'

/** What JSON reads is that, else it is a text: `--set points=5`, `--set reason=late`. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Collects `key=value`; the option may be given many times. */
export function pair(text: string, before: Row = {}): Row {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It is given as key=value.')
  return { ...before, [text.slice(0, at)]: jsonOr(text.slice(at + 1)) }
}

/** The same of many, with the text as it was typed where that is what the field takes. */
export function asTyped(pairs: readonly string[], isText: (key: string) => boolean): Row {
  const typed = pairs.map(one => {
    const key = one.slice(0, one.indexOf('='))
    return isText(key) ? { [key]: one.slice(key.length + 1) } : pair(one)
  })
  return Object.assign({}, ...typed)
}

/** Collects texts; the option may be given many times. */
export const several = (text: string, before: readonly string[] = []): string[] => [...before, text]

/** A whole number within bounds. */
export const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
  }

/** A JSON file that holds an object; where it breaks is said. */
export async function readJson(path: string): Promise<Row> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`${path} cannot be read`)
  })
  try {
    const value: unknown = JSON.parse(text)
    if (isRow(value)) return value
  } catch (error) {
    throw wrongUsage(`${path} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  throw wrongUsage(`${path} holds no JSON object`)
}

const PARTS: Readonly<Record<string, string>> = { d: 'D', w: 'W', h: 'H', m: 'M' }

/** An ISO 8601 duration, or the short form of one: 90d, 2w, 12h, 30m. */
export function durationOf(text: string): string {
  const [, count, unit = ''] = /^(\d+)([dwhm])$/.exec(text) ?? []
  if (count !== undefined) return `P${'hm'.includes(unit) ? 'T' : ''}${count}${PARTS[unit]}`
  if (/^P(?=.)/.test(text)) return text
  throw wrongUsage(`${text} is no duration: say 90d, 12h, or an ISO 8601 one such as P1M`)
}
