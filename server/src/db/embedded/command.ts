import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'
import type { Site } from './site.ts'
import { watched } from './watch.ts'

/** A program to start: the arguments of `spawn`. */
export interface Command {
  file: string
  args: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

/** How `initdb` is started: under the account, and without our own environment, which holds secrets. */
export const initdbCommand = (site: Site, args: readonly string[]): Command =>
  commandOf(site, [join(site.binaries.root, 'bin/initdb'), ...args])

/** The same for `postgres`, which is watched. */
export const postgresCommand = (site: Site, args: readonly string[]): Command =>
  commandOf(site, watched([join(site.binaries.root, 'bin/postgres'), ...args]))

/** True when the account can enter the cluster's folder and run the binaries. */
export const canRun = (site: Site): boolean =>
  succeeds(site, dirname(site.cluster), [join(site.binaries.root, 'bin/postgres'), '--version'])

export const canEnter = (site: Site, folder: string): boolean => succeeds(site, folder, ['/bin/sh', '-c', ':'])

/** PostgreSQL also works, and only complains, where it cannot read its own program; later it would not find its files. */
function succeeds(site: Site, folder: string, program: readonly string[]): boolean {
  const { file, args, options } = commandOf(site, ['/bin/sh', '-c', 'cd "$0" && exec "$@"', folder, ...program])
  const { status, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' })
  return status === 0 && stderr === ''
}

function commandOf(site: Site, words: readonly string[]): Command {
  const [file = '', ...args] = [...site.prefix, ...words]
  return { file, args, options: { cwd: '/', env: environment(site), ...identity(site) } }
}

/** setpriv changes the account itself, because a change of user drops every capability. */
const identity = (site: Site): Partial<Account> => (site.prefix.length > 0 ? {} : { ...site.account })

function environment({ binaries }: Site): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin' } = process.env
  const { libraryPath } = binaries
  return { PATH, LC_ALL: 'C', ...(libraryPath && { LD_LIBRARY_PATH: libraryPath, DYLD_LIBRARY_PATH: libraryPath }) }
}
