import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getCallSites } from 'node:util'
import { WRITTEN } from '../../src/db/statement.ts'

/** What the code claims of the rows of statements: the type in `sql<Type>(…)`. */
export interface Claim {
  file: string
  line: number
  /** Where the type stands in the file. */
  start: number
  end: number
  texts: Set<string>
}

export interface Written {
  /** Where each text was written first. */
  texts: ReadonlyMap<string, string>
  claims: readonly Claim[]
}

/** The type parameter of a function that writes statements for its callers: the claim is theirs. */
export const PASSED_ON = 'Claimed'

/** Loads the files and answers every statement that they write when they are loaded, with what they claim of it. */
export async function writtenBy(files: readonly string[]): Promise<Written> {
  const texts = new Map<string, string>()
  const claims = new Map<string, Claim>()
  const note = (text: unknown) => {
    const { where, claim } = calledFrom()
    if (!texts.has(String(text))) texts.set(String(text), where)
    if (!claim) return
    const known = claims.get(where) ?? claim
    known.texts.add(String(text))
    claims.set(where, known)
  }
  WRITTEN.subscribe(note)
  for (const file of files) await import(pathToFileURL(file).href)
  WRITTEN.unsubscribe(note)
  return { texts, claims: [...claims.values()] }
}

/** The call that wrote the statement, or the one further out whose claim was passed on to it. */
function calledFrom(): { where: string; claim?: Claim } {
  const sites = getCallSites(50)
  const writer = sites.findIndex(({ scriptName }) => scriptName.endsWith('/db/statement.ts'))
  for (const { scriptName, lineNumber: line, columnNumber: column } of sites.slice(writer + 1)) {
    const file = fileURLToPath(scriptName)
    const where = `${file}:${line}`
    const type = typeAt(file, line, column)
    if (!type) return { where }
    if (type.text !== PASSED_ON)
      return { where, claim: { file, line, start: type.start, end: type.end, texts: new Set() } }
  }
  throw new Error('A claim was passed on from nowhere.')
}

const sources = new Map<string, string>()

/** The text of a file, read once. */
export function sourceOf(file: string): string {
  const text = sources.get(file) ?? readFileSync(file, 'utf8')
  sources.set(file, text)
  return text
}

/** The type argument of the call at this place, as in `sql<{ id: string }>(`: stripping types leaves places as they are. */
function typeAt(file: string, line: number, column: number) {
  const source = sourceOf(file)
  const before = source.split('\n').slice(0, line - 1)
  const call = before.join('\n').length + (before.length > 0 ? 1 : 0) + column - 1
  const name = /^\w+</.exec(source.slice(call))?.[0]
  if (!name) return undefined
  const start = call + name.length
  const end = closing(source, start)
  return { start, end, text: source.slice(start, end) }
}

/** Where the bracket that was opened before `start` closes; the one of `=>` is none. */
function closing(source: string, start: number): number {
  let depth = 1
  for (let at = start; at < source.length; at++) {
    if (source[at] === '<') depth++
    if (source[at] === '>' && source[at - 1] !== '=') depth--
    if (depth === 0) return at
  }
  throw new Error('A type argument does not end.')
}
