import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, accountFor, isForeign } from './account.ts'
import { findBinaries } from './binaries.ts'
import { canRun } from './command.ts'
import { relocate } from './relocate.ts'
import type { Site } from './site.ts'

export interface SiteOptions {
  dataDir: string
  log: (line: string) => void
  /** The npm package that brings the server; the product's own unless told. */
  binaries?: string
}

/** Settles account, folders and binaries so that PostgreSQL can run on them. */
export async function findSite({ dataDir, log, binaries: brought }: SiteOptions): Promise<Site> {
  await mkdir(dataDir, { recursive: true })
  const folder = await realpath(dataDir)
  const cluster = await realpath(join(folder, 'postgres')).catch(() => join(folder, 'postgres'))
  const account = await accountFor(folder, cluster)
  const binaries = await findBinaries(join(folder, 'postgres-lib'), brought)
  const site = { cluster, binaries, account, prefix: [] }
  if (!account || canRun(site)) return site
  const privileged = CAPABILITIES.map(capability => ({ ...site, prefix: withCapability(capability, account) }))
  const renamed = { ...site, account: undefined, prefix: UNDER_ANOTHER_NAME }
  const sites = (await isForeign(cluster)) ? privileged : [...privileged, renamed]
  return sites.find(canRun) ?? (await relocate({ ...site, account }, folder, log))
}

/** A root that may not become another user, as in many a sandbox, can still be called otherwise in a namespace of its own. */
const UNDER_ANOTHER_NAME = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const

/** Reading past folder permissions is enough; writing past them is what containers more often leave to root. */
const CAPABILITIES = ['dac_read_search', 'dac_override'] as const

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
