import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const FACTS = 'docs/src/print/facts.ts'

/** Everything that the pages depend on, but for what decides the numbers in them. */
const SOURCES = [
  'docs/*.{ts,json}',
  'docs/pages/**/*',
  'docs/src/**/*.ts',
  'docs/site/{components,styles}/**/*',
  'docs/site/*.ts',
  'contract/src/**/*.ts',
  'server/src/settings/*.ts',
  'package-lock.json',
]

/** The files of the product that decide a number of the pages. */
async function deciding(): Promise<string[]> {
  const facts = await readFile(join(ROOT, FACTS), 'utf8')
  return [...facts.matchAll(/from '@clinic\/server\/([^']+)'/g)].map(([, file]) => `server/src/${file}`)
}

export async function hashOfSources(): Promise<string> {
  const files = await Array.fromAsync(glob([...SOURCES, ...(await deciding())], { cwd: ROOT, withFileTypes: true }))
  const paths = files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const path of paths.filter(one => !one.endsWith('.test.ts')).sort())
    hash.update(`${path.slice(ROOT.length)}\0`).update(await readFile(path))
  return hash.digest('hex')
}
