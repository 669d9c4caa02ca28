import { createHash } from 'node:crypto'
import { chown, cp, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseRefusal } from '../refusal.ts'
import type { Account } from './account.ts'
import { type Binaries, completeLinks } from './binaries.ts'
import { canEnter, canRun } from './command.ts'
import type { Site } from './site.ts'

type OtherSite = Site & { account: Account }

/**
 * The last resort of root, when PostgreSQL's account cannot reach what only root may: the binaries are copied, and a
 * cluster is made, where every account can enter. The data folder keeps a link to it.
 */
export async function relocate(site: OtherSite, dataDir: string, log: (line: string) => void): Promise<Site> {
  if (!canEnter(site, '/')) throw unreachable(site)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const place = join('/var/lib', `clinic-plugin-platform-${name}`)
  await mkdir(place, { recursive: true, mode: 0o755 })
  const binaries = await copyBinaries(site.binaries, place)
  const cluster = await reachableCluster(site, dataDir, place)
  const moved = { ...site, cluster, binaries }
  if (!canRun(moved)) throw unreachable(site)
  log(`user ${site.account.uid} cannot enter every folder, so PostgreSQL runs in ${place}`)
  return moved
}

/** Copied once for each version; the copy appears whole. */
async function copyBinaries({ root, version, major }: Binaries, place: string): Promise<Binaries> {
  const folder = join(place, `postgresql-${version}`)
  const scratch = join(place, `.copy-${process.pid}`)
  await cp(root, join(scratch, 'native'), { recursive: true, verbatimSymlinks: true })
  await completeLinks(scratch, scratch)
  await rename(scratch, folder).catch(() => rm(scratch, { recursive: true, force: true }))
  return { root: join(folder, 'native'), version, major }
}

async function reachableCluster(site: OtherSite, dataDir: string, place: string): Promise<string> {
  const own = join(dataDir, 'postgres')
  const cluster = join(place, 'postgres')
  if (site.cluster === cluster || (site.cluster === own && canEnter(site, dataDir))) return site.cluster
  await mkdir(cluster, { recursive: true })
  await chown(cluster, site.account.uid, site.account.gid)
  // A cluster that is there already is not moved without the operator's knowledge.
  await symlink(cluster, own).catch(() => {
    throw unreachable(site)
  })
  return cluster
}

const unreachable = ({ cluster, account }: OtherSite): DatabaseRefusal =>
  new DatabaseRefusal(
    `PostgreSQL does not run as root, and ${cluster} cannot be served by user ${account.uid}: ` +
      'start as an ordinary user, choose another DATA_DIR or set DATABASE_URL.',
  )
