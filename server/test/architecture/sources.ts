import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from '../runner/files.ts'

/** Every file of ours, tests included, by its path from the root. */
export const FILES = (
  await Array.fromAsync(glob('{cli,console,contract,docs,sdk,server}/{src,test}/**/*.{ts,tsx}', { cwd: ROOT }))
)
  .filter(file => !file.includes('node_modules'))
  .sort()

const isTest = (file: string): boolean => file.endsWith('.test.ts') || /^\w+\/test\//.test(file)

/** What is not a test. */
export const SOURCES = FILES.filter(file => !isTest(file))

const texts = new Map<string, string>()

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8')
  texts.set(file, text)
  return text
}

export const STATIC_IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\('([^']+)'\)/g

/** What a file imports, types included: the path of one of ours from the root, or the name of a package. */
export function importsOf(file: string): string[] {
  const text = textOf(file)
  const names = [
    ...[...text.matchAll(STATIC_IMPORT)].map(([, , name = '']) => name),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, name = '']) => name),
  ]
  return [...new Set(names.map(name => resolved(file, name)))]
}

function resolved(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(file), name))
  return name.replace(/^@clinic\/(\w+)\//, '$1/src/')
}

export const isOurs = (name: string): boolean => /^(cli|console|contract|docs|sdk|server)\/src\//.test(name)

/** A folder of server/src, or a workspace; `house` is what puts the rooms together: server/src itself, app/ and process/. */
export function roomOf(file: string): string {
  const [workspace = '', , folder = '', ...rest] = file.split('/')
  if (workspace !== 'server') return workspace
  return rest.length > 0 && folder !== 'app' && folder !== 'process' ? folder : 'house'
}
