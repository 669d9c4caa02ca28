import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Row, rowsOf } from './records.ts'

/** What each name of the contract means; written beside the bundle when it is built. */
export const reference = async (): Promise<Row[]> =>
  rowsOf(JSON.parse(await readFile(join(import.meta.dirname, 'reference.json'), 'utf8')))
