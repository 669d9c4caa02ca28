import { glob } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

const WORKSPACES = '{contract,server,bench,sdk,cli}'

/** What to run: files, and the arguments for Node's test runner that narrow them down. */
export interface Selection {
  files: string[]
  flags: string[]
}

/**
 * Words choose test files by path or a part of it; words that no path holds choose tests by their titles; `--flags` go
 * to Node's test runner.
 */
export async function selectTests(words: readonly string[]): Promise<Selection> {
  const files = (await Array.fromAsync(glob(`${WORKSPACES}/**/*.test.ts`, { cwd: ROOT }))).sort()
  const flags = words.filter(word => word.startsWith('-'))
  const names = words.filter(word => !word.startsWith('-'))
  const chosen = files.filter(file => names.some(name => file.includes(name) || file === relative(ROOT, resolve(name))))
  const titles = names.filter(
    name => !files.some(file => file.includes(name) || file === relative(ROOT, resolve(name))),
  )
  const patterns = titles.map(title => `--test-name-pattern=${title}`)
  return { files: chosen.length > 0 ? chosen : files, flags: [...flags, ...patterns] }
}
