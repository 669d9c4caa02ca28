import { glob, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

const WORKSPACES = '{contract,server,bench,sdk,cli,console}'

/** What to run: files, and the arguments for Node's test runner that narrow them down. */
export interface Selection {
  files: string[]
  flags: string[]
}

/**
 * Words choose test files by path or a part of it; words that no path holds choose tests by a part of their titles, in
 * the files that hold it; `--flags` go to Node's test runner.
 */
export async function selectTests(words: readonly string[]): Promise<Selection> {
  const files = (await Array.fromAsync(glob(`${WORKSPACES}/**/*.test.ts`, { cwd: ROOT }))).sort()
  const flags = words.filter(word => word.startsWith('-'))
  const names = words.filter(word => !word.startsWith('-'))
  if (names.length === 0) return { files, flags }
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

async function holding(files: readonly string[], text: string): Promise<string[]> {
  const texts = await Promise.all(files.map(file => readFile(join(ROOT, file), 'utf8')))
  return files.filter((_, index) => texts[index]?.includes(text))
}
