import { LRUCache } from 'lru-cache'
import { MOST_PREPARED, type Statement } from './statement.ts'

/** What a statement does: its verb, and the table that it does it to. Nothing of a value is in it. */
export interface Operation {
  /** `SELECT`, `INSERT` … */
  name: string
  /** Nothing where it is about none, or a function is asked. */
  table?: string | undefined
}

export const BEGIN: Operation = { name: 'BEGIN' }
export const COMMIT: Operation = { name: 'COMMIT' }

/** What is no part of a statement's outline: comments, strings. */
const ASIDE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g
/** Brackets without brackets within. */
const INNERMOST = /\([^()]*\)/g
const VERB = /\b(?:select|insert|update|delete|merge|set|lock|notify|listen|truncate)\b/i
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][\w.]*)/i

const known = new LRUCache<string, Operation>({ max: MOST_PREPARED })

export function operationOf({ name, text }: Statement): Operation {
  const operation = known.get(name) ?? readOperation(outlineOf(text))
  known.set(name, operation)
  return operation
}

/** The statement without what stands in brackets: of `with … insert …` the insert is left. */
function outlineOf(text: string): string {
  let outline = text.replace(ASIDE, ' ')
  for (let before = ''; before !== outline; ) {
    before = outline
    outline = outline.replace(INNERMOST, ' ')
  }
  return outline
}

const readOperation = (outline: string): Operation => ({
  name: VERB.exec(outline)?.[0].toUpperCase() ?? 'OTHER',
  table: TABLE.exec(outline)?.[1],
})
