import pg from 'pg'
import type { Statement } from '../statement.ts'

/** A statement whose values are as they go over the wire: none of them can fail any more. */
export interface Ready extends Statement {
  values: (string | Buffer | null)[]
}

// pg publishes no type for this.
const { utils } = pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }

/** Done before anything of a group is written: a value that cannot be sent must fail alone. */
export const ready = ({ name, text, values }: Statement): Ready => ({
  name,
  text,
  values: values.map(utils.prepareValue),
})
