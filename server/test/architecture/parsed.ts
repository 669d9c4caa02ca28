import { parseSync } from 'vite'
import { textOf } from './sources.ts'

type Parsed = ReturnType<typeof parseSync>

/** A file's tree and its comments, from the parser that builds the console. */
export function parsed(file: string): Parsed {
  const found = parseSync(file, textOf(file))
  const [error] = found.errors
  if (error) throw new Error(`${file}: ${error.message}`)
  return found
}

/** The number of the line in which an offset lies. */
export const lineAt = (file: string, offset: number): number => textOf(file).slice(0, offset).split('\n').length
