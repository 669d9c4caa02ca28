import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Environment, readEnvFile } from '../env-file.ts'
import { wrongUsage } from '../failure.ts'
import { readJson } from '../inputs.ts'
import { slugIn } from '../own-plugin.ts'
import { type Row, rowOf, textOf } from '../records.ts'

/** A plugin on this machine, as its folder tells of it. */
export interface Project {
  readonly folder: string
  readonly manifest: Row
  readonly slug: string
  readonly envPath: string
  readonly env: Environment
  /** What package.json says to plg: `"plg": { "run": …, "path": …, "port": …, "restarts": … }`. */
  readonly wishes: Row
}

export async function readProject(dir: string): Promise<Project> {
  const folder = resolve(dir)
  const path = join(folder, 'manifest.json')
  const [manifest, packageText] = await Promise.all([
    readJson(path).catch(error => {
      throw /cannot be read/.test(String(error))
        ? wrongUsage(`there is no ${path}: go into the folder of a plugin, or make one with plg init <folder>`)
        : error
    }),
    readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'),
  ])
  const envPath = join(folder, '.env')
  const wishes = rowOf(rowOf(JSON.parse(packageText)).plg)
  return { folder, manifest, slug: slugIn(manifest, path), envPath, env: await readEnvFile(envPath), wishes }
}

export const wishOf = ({ wishes }: Project, name: string): string | undefined => textOf(wishes, name)
