import { glob, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

/** What sees how the product is loaded: each has a process in which it is not loaded yet. */
export const ALONE: readonly string[] = ['server/test/statements/statements.test.ts']

/** What to run: files, and the arguments for Node's test runner that narrow them down. */
export interface Selection {
  files: string[]
  flags: string[]
}

/** The files that the patterns name. A pattern that names none is a mistake. */
export async function filesOf(patterns: readonly string[], cwd: string = ROOT): Promise<string[]> {
  const found = await Promise.all(patterns.map(pattern => Array.fromAsync(glob(pattern, { cwd }))))
  const empty = patterns.find((_, index) => found[index]?.length === 0)
  if (empty !== undefined) throw new Error(`No test file matches ${empty}.`)
  return [...new Set(found.flat())].filter(file => !file.includes('node_modules')).sort()
}

/**
 * Words choose test files by path or a part of it; words that no path holds choose tests by a part of their titles, in
 * the files that hold it; `--flags` go to Node's test runner.
 */
export async function selectTests(words: readonly string[], files: readonly string[]): Promise<Selection> {
  const flags = words.filter(word => word.startsWith('-'))
  const names = words.filter(word => !word.startsWith('-'))
  if (names.length === 0) return { files: [...files], flags }
  const chosen = new Set<string>()
  for (const name of names) {
    const byPath = files.filter(file => file.includes(name) || file === relative(ROOT, resolve(name)))
    const found = byPath.length > 0 ? byPath : await holding(files, name)
    if (found.length === 0) throw new Error(`No test file and no title holds '${name}'.`)
    if (byPath.length === 0) flags.push(`--test-name-pattern=${RegExp.escape(name)}`)
    for (const file of found) chosen.add(file)
  }
  return { files: [...chosen], flags }
}

/** The files that hold the text in a title of a test: elsewhere it would choose a file and none of its tests. */
async function holding(files: readonly string[], text: string): Promise<string[]> {
  const title = new RegExp(`\\btest\\(\\s*['"\`][^\\n]*${RegExp.escape(text)}`)
  const texts = await Promise.all(files.map(file => readFile(join(ROOT, file), 'utf8')))
  return files.filter((_, index) => title.test(texts[index] ?? ''))
}
