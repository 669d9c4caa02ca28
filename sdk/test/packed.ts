import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { atEnd } from '../../server/test/support/at-end.ts'
import { npm, ran, tarball } from '../pack.ts'

export const ROOT = join(import.meta.dirname, '../..')

export async function folder(name: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), name))
  atEnd(() => rm(made, { recursive: true, force: true }))
  return made
}

/** The Node of the machine where it has one of its own, else the one that runs this. */
export async function plainNode(): Promise<string> {
  const places = (process.env.PATH ?? '').split(delimiter).filter(place => !place.includes('node_modules'))
  for (const place of places) {
    const found = join(place, 'node')
    if (
      await access(found).then(
        () => true,
        () => false,
      )
    )
      return found
  }
  return process.execPath
}

export interface Project {
  readonly folder: string
  /** Runs a file of the project on the Node of the machine. */
  node(...words: string[]): Promise<string>
  /** Checks the project with a compiler: that of this repository, or the one before. */
  tsc(version: 'now' | 'before'): Promise<string>
}

const COMPILERS = { now: 'node_modules/typescript/bin/tsc', before: 'sdk/node_modules/typescript/bin/tsc' }

/** A project outside this repository, with the package as users get it and nothing else. */
export async function project(files: Readonly<Record<string, string>>): Promise<Project> {
  const made = await folder('sdk-user-')
  await writeFile(join(made, 'package.json'), '{ "type": "module", "private": true }')
  await npm(made, 'install', await tarball(await folder('sdk-pack-')))
  for (const [name, text] of Object.entries(files)) await writeFile(join(made, name), text)
  const plain = await plainNode()
  return {
    folder: made,
    node: (...words) => ran(made, plain, words, { PATH: dirname(plain) }),
    tsc: version => ran(made, process.execPath, [join(ROOT, COMPILERS[version]), '--project', made]),
  }
}
