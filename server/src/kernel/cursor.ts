import { timingSafeEqual } from 'node:crypto'
import { refuse } from './errors.ts'
import type { SecretBox } from './values/secret-box.ts'

/** Where a page ended: the sort key and id of its last row. */
export interface Position {
  at: string
  id: string
}

/**
 * Cursors are opaque and signed. The signature covers what the page belongs to (clinic, operation, filters), so that a
 * cursor works only for the list it came from.
 */
export interface Cursors {
  write(position: Position, belongsTo: string): string
  /** Refuses `invalid_cursor` for anything that `write` did not make for the same list. */
  read(cursor: string, belongsTo: string): Position
}

const MAC_BYTES = 12

export function signedCursors(box: SecretBox): Cursors {
  const sign = (text: string, belongsTo: string) => box.mac(`${text}\n${belongsTo}`, 'cursor', MAC_BYTES)
  return {
    write({ at, id }, belongsTo) {
      const text = Buffer.from(`${at} ${id}`).toString('base64url')
      return `${text}.${sign(text, belongsTo)}`
    },
    read(cursor, belongsTo) {
      const [text = '', mac = '', ...more] = cursor.split('.')
      const given = Buffer.from(mac)
      const expected = Buffer.from(sign(text, belongsTo))
      if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
        return refuse('invalid_cursor')
      const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
      return { at, id }
    },
  }
}
