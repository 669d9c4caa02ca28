import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, mkdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseRefusal } from '../refusal.ts'
import { type Account, accountFor } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'

/** Where the cluster lies and how its programs are run. */
export interface Site {
  cluster: string
  binaries: Binaries
  account: Account | undefined
  /** Put before every command: what lets another account pass a folder that only root may enter. */
  prefix: readonly string[]
}

/** A program to start: the arguments of `spawn`. */
export interface Command {
  file: string
  args: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

/** Settles account, folders and binaries so that PostgreSQL can run on them. */
export async function findSite(dataDir: string, log: (line: string) => void): Promise<Site> {
  await mkdir(dataDir, { recursive: true })
  const folder = await realpath(dataDir)
  const cluster = await realpath(join(folder, 'postgres')).catch(() => join(folder, 'postgres'))
  const account = await accountFor(folder, cluster)
  const binaries = await findBinaries(join(folder, 'postgres-lib'))
  const site = { cluster, binaries, account, prefix: [] }
  if (!account || reaches(site, folder)) return site
  const privileged = WAYS.map(capability => ({ ...site, prefix: withCapability(capability, account) }))
  return privileged.find(each => reaches(each, folder)) ?? (await moved(site, account, folder, log))
}

/** How `postgres` and `initdb` are started: under the account, and without our own environment, which holds secrets. */
export function command(site: Site, program: 'postgres' | 'initdb', args: readonly string[]): Command {
  const [file = '', ...rest] = [...site.prefix, join(site.binaries.root, 'bin', program), ...args]
  return { file, args: rest, options: { cwd: '/', env: environment(site), ...identity(site) } }
}

/** setpriv changes the account itself, because a change of user drops every capability. */
const identity = (site: Site): Partial<Account> => (site.prefix.length > 0 ? {} : { ...site.account })

function environment({ binaries }: Site): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin' } = process.env
  const { libraryPath } = binaries
  return { PATH, LC_ALL: 'C', ...(libraryPath && { LD_LIBRARY_PATH: libraryPath, DYLD_LIBRARY_PATH: libraryPath }) }
}

/** Reading past folder permissions is enough; writing past them is what containers more often leave to root. */
const WAYS = ['dac_read_search', 'dac_override'] as const

function withCapability(capability: string, { uid, gid }: Account): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    `--bounding-set=-all,+${capability}`,
    // Without it access(2), which PostgreSQL asks about its own files, ignores the capability.
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
  ]
}

/** True when the account can enter the folder and run the binaries. */
function reaches(site: Site, folder: string): boolean {
  const { file, args, options } = command(site, 'postgres', ['--version'])
  const script = ['/bin/sh', '-c', 'cd "$0" && exec "$@"', folder]
  const [program = '', ...rest] = [file, ...args].toSpliced(site.prefix.length, 0, ...script)
  const { status, stderr } = spawnSync(program, rest, { ...options, encoding: 'utf8' })
  return status === 0 && stderr === ''
}

/** The last resort of root: a copy of the binaries and the cluster itself in a folder that every account can enter. */
async function moved(site: Site, account: Account, folder: string, log: (line: string) => void): Promise<Site> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const place = join('/var/lib', `clinic-plugin-platform-${name}`)
  const cluster = join(place, 'postgres')
  if (site.cluster !== join(folder, 'postgres') && site.cluster !== cluster) throw unreachable(site, account)
  const root = join(place, 'native')
  await mkdir(cluster, { recursive: true, mode: 0o755 })
  await cp(site.binaries.root, root, { recursive: true, force: true, verbatimSymlinks: true })
  await chown(cluster, account.uid, account.gid)
  await symlink(cluster, join(folder, 'postgres')).catch(() => {})
  const result = { ...site, cluster, binaries: { ...site.binaries, root } }
  if (!reaches(result, cluster)) throw unreachable(site, account)
  log(`user ${account.uid} cannot enter ${folder}, so the database lies in ${cluster}`)
  return result
}

function unreachable({ cluster }: Site, { uid }: Account): DatabaseRefusal {
  return new DatabaseRefusal(
    `PostgreSQL does not run as root and user ${uid} cannot reach ${cluster}; start as an ordinary user, choose another DATA_DIR or set DATABASE_URL.`,
  )
}
