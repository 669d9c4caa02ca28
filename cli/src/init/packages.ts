import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { EXIT, Failure } from '../failure.ts'
import { packageRoot } from '../package-root.ts'
import { rowOf } from '../records.ts'
import { VERSION } from '../version.ts'

/** Where a project has our packages from. */
export interface Packages {
  /** By name: a version, or a file of the project. */
  readonly named: Readonly<Record<string, string>>
  /** The tarballs that were packed for it. */
  readonly packed: readonly string[]
}

export const VENDOR = 'vendor'

/** A package that is not published stands beside this one, in a clone as in node_modules. */
async function isUnpublished(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  return rowOf(JSON.parse(text)).private === true
}

/** Packs a folder as npm would publish it; of a clone it is built first. */
async function pack(folder: string, into: string): Promise<string> {
  const built = existsSync(join(folder, 'build.ts')) && basename(folder) === 'sdk' ? [] : ['--ignore-scripts']
  const words = ['pack', '--silent', '--pack-destination', into, ...built]
  try {
    const shell = process.platform === 'win32'
    const { stdout } = await promisify(execFile)('npm', words, { cwd: folder, shell })
    return stdout.trim().split('\n').at(-1) ?? ''
  } catch (error) {
    const why = error instanceof Error && 'stderr' in error && error.stderr ? error.stderr : error
    throw new Failure('not_packed', EXIT.refused, `npm could not pack ${folder}: ${why}`)
  }
}

/** Of the registry where they are published; else packed from what stands beside this plg, which takes no network. */
export async function packagesFor(into: string): Promise<Packages> {
  const root = packageRoot()
  const found = await Promise.all(
    Object.entries({ '@clinic/sdk': join(root, '..', 'sdk'), '@clinic/cli': root }).map(async ([name, folder]) => {
      const file = (await isUnpublished(folder)) ? await pack(folder, into) : undefined
      return { name, file }
    }),
  )
  return {
    named: Object.fromEntries(found.map(({ name, file }) => [name, file ? `file:${VENDOR}/${file}` : VERSION])),
    packed: found.flatMap(({ file }) => file ?? []),
  }
}
