import { execFileSync } from 'node:child_process'
import { lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseRefusal } from '../refusal.ts'

/** The operating system account that PostgreSQL runs under. */
export interface Account {
  uid: number
  gid: number
}

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of the cluster, else as the owner of the data
 * folder, else as `nobody`. Undefined: as ourselves.
 */
export async function accountFor(dataDir: string, cluster: string): Promise<Account | undefined> {
  if (isRoot()) return asOther(await ownerOf(cluster)) ?? asOther(await ownerOf(dataDir)) ?? nobody()
  if (await isForeign(cluster))
    throw new DatabaseRefusal(`${cluster} is another user's; start as that user or as root.`)
  return undefined
}

/** True for what is there and belongs to another account. */
export async function isForeign(path: string): Promise<boolean> {
  const owner = await ownerOf(path)
  return owner !== undefined && owner.uid !== process.getuid?.()
}

/** Gives a folder and all that is in it to the account; itself last, as the sign that nothing is left to give. */
export async function giveAway(path: string, { uid, gid }: Account): Promise<void> {
  if ((await lstat(path)).uid === uid) return
  const entries = await readdir(path, { recursive: true })
  for (const entry of [...entries, '']) await lchown(join(path, entry), uid, gid)
}

const asOther = (account: Account | undefined): Account | undefined => (account?.uid === 0 ? undefined : account)

const ownerOf = (path: string): Promise<Account | undefined> =>
  stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )

function nobody(): Account {
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function idOf(flag: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return 65534
  }
}
