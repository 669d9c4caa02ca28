import pg from 'pg'
import type { Statement } from '../statement.ts'
import { isSwitchedOff } from './switched-off.ts'

/** A statement whose values are as they go over the wire: none of them can fail any more. */
export interface Ready extends Statement {
  values: (string | Buffer | null)[]
}

// pg publishes no type for this.
const { utils } = pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** The literal of an array of texts, numbers, booleans and nulls, at a third of what pg's own takes; of others nothing. */
function plainArray(values: readonly unknown[]): string | undefined {
  let literal = ''
  for (const value of values) {
    const element = plainElement(value)
    if (element === undefined) return undefined
    literal += literal === '' ? `{${element}` : `,${element}`
  }
  return literal === '' ? '{}' : `${literal}}`
}

function plainElement(value: unknown): string | undefined {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const withPlainArrays = !isSwitchedOff('plain-array')
const asSent = (value: unknown) =>
  (withPlainArrays && Array.isArray(value) && plainArray(value)) || utils.prepareValue(value)

/** Done before anything of a group is written: a value that cannot be sent must fail alone. */
export const ready = ({ name, text, values }: Statement): Ready => ({ name, text, values: values.map(asSent) })
