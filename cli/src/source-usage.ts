import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wrongUsage } from './failure.ts'

/** What a plugin uses, each with the place where it is seen first. */
export interface Usage {
  /** Operations, as `patients.list`. */
  readonly operations: ReadonlyMap<string, string>
  /** Types of events, and families such as `appointment.*`. */
  readonly events: ReadonlyMap<string, string>
  /** All words that stand in the source, such as the names of fields. */
  readonly words: ReadonlySet<string>
}

const IS_SOURCE = /\.[cm]?[jt]sx?$/
/** What is installed, made by builders, or tests: none of it runs in a clinic as the plugin’s own. */
const LEFT_OUT = /^(node_modules|dist|build|coverage|tests?|__tests__|\..+)$|\.(test|spec)\.[a-z]+$|\.d\.[cm]?ts$/

/** The sources below a folder, by their paths from there. */
async function sourcesIn(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => {
    throw wrongUsage(`${join(folder, below)} is no folder that can be read`)
  })
  const found = await Promise.all(
    entries
      .filter(({ name }) => !LEFT_OUT.test(name))
      .map(async entry => {
        const path = join(below, entry.name)
        if (entry.isDirectory()) return sourcesIn(folder, path)
        return IS_SOURCE.test(entry.name) ? [path] : []
      }),
  )
  return found.flat().sort()
}

/** Without comments; what follows `//` in an address stays. Lines stay where they are. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, comment => comment.replaceAll(/[^\n]/g, ' ')).replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Compositions of the SDK, by what they call. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'files.upload': ['files.requestUpload', 'files.confirmUpload'],
  'events.follow': ['events.list'],
}

/** `clinic.patients.list(`, or `patients.list(` where the family was taken out of the client. */
const CALL = /([\w$)\]]\s*\??\.\s*)?\b([a-z]\w*)\s*\??\.\s*([a-z]\w*)\s*\(/gi

function operationsIn(text: string, known: ReadonlySet<string>): [string, number][] {
  return [...text.matchAll(CALL)].flatMap(({ 1: client, 2: family = '', 3: verb = '', index }) => {
    if (client === undefined && !new RegExp(`[{,]\\s*${family}\\b[^{}]*}\\s*=`).test(text)) return []
    const name = `${family}.${verb === 'sync' ? 'list' : verb}`
    return (COMPOSED[name] ?? [name]).filter(one => known.has(one)).map((one): [string, number] => [one, index])
  })
}

const QUOTED_EVENT = /(['"`])([a-z]+\.(?:[a-z_]+|\*))\1/g

function eventsIn(text: string, known: ReadonlySet<string>): [string, number][] {
  return [...text.matchAll(QUOTED_EVENT)].flatMap(({ 2: type = '', index }) => (known.has(type) ? [[type, index]] : []))
}

/** Reads the sources below a folder. What is called by names that are put together there is not seen. */
export async function usageIn(
  folder: string,
  operations: ReadonlySet<string>,
  eventTypes: ReadonlySet<string>,
): Promise<Usage> {
  const [called, heard] = [new Map<string, string>(), new Map<string, string>()]
  const words = new Set<string>()
  for (const file of await sourcesIn(folder)) {
    const text = withoutComments(await readFile(join(folder, file), 'utf8'))
    const note = (into: Map<string, string>, found: [string, number][]) => {
      for (const [name, index] of found) if (!into.has(name)) into.set(name, `${file}:${lineAt(text, index)}`)
    }
    note(called, operationsIn(text, operations))
    note(heard, eventsIn(text, eventTypes))
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word)
  }
  return { operations: called, events: heard, words }
}
