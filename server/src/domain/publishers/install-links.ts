import { hash, randomBytes } from 'node:crypto'
import { MOST_LINKS } from '@clinic/contract/publisher/install-links.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { lockOwnPlugin, ownPlugin } from './own-plugins.ts'

export type InstallLinkRow = TableRow<'install_link'>

const DAY_MS = 86_400_000
const newestFirst = sql<InstallLinkRow>(`
  select * from install_link where company_id = $1 and plugin_id = $2 order by created_at desc, id desc`)
const open = sql<{ slug: string | null }>('select open_install_link($1, $2) as slug')

const linkHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The links of a publisher's plugin, newest first. */
export async function linksOf(tx: Tx, pluginId: string): Promise<InstallLinkRow[]> {
  await ownPlugin(tx, pluginId)
  return tx.sql(newestFirst([tx.clinic.id, pluginId]))
}

const isGood = ({ ended_at, expires_at, used, clinics }: InstallLinkRow, now: string): boolean =>
  ended_at === null && expires_at > now && used < clinics

/** Makes a link by which clinics find a private plugin. Only its hash is stored. */
export async function createLink(
  tx: Tx,
  { id: pluginId, clinics, days }: { id: string; clinics: number; days: number },
): Promise<{ row: InstallLinkRow; token: string }> {
  // One after the other, so that many at the same time are counted.
  await lockOwnPlugin(tx, pluginId)
  const good = (await tx.sql(newestFirst([tx.clinic.id, pluginId]))).filter(link => isGood(link, tx.now))
  if (good.length >= MOST_LINKS) refuseInput(TOO_MANY)
  const token = randomBytes(32).toString('base64url')
  const row = await tx.insert('install_link', {
    id: newId('lnk', Date.parse(tx.now)),
    plugin_id: pluginId,
    token_hash: linkHash(token),
    clinics,
    created_by: tx.caller.id,
    expires_at: new Date(Date.parse(tx.now) + days * DAY_MS).toISOString(),
  })
  return { row, token }
}

const TOO_MANY = { path: '', code: 'too_many', message: `has ${MOST_LINKS} links that are good; end one of them first` }

/** Ends a link; ending it again changes nothing. */
export async function endLink(tx: Tx, { id, linkId }: { id: string; linkId: string }): Promise<InstallLinkRow> {
  await ownPlugin(tx, id)
  const link = await tx.lock('install_link', linkId)
  if (link.plugin_id !== id) refuse('not_found', { resource: 'install_link' })
  return link.ended_at === null ? tx.update('install_link', linkId, { ended_at: tx.now }) : link
}

/** Makes a private plugin known to the clinic; one that knows it already uses nothing of the link up. */
export async function openLink(tx: Tx, token: string): Promise<{ id: string; slug: string }> {
  const [opened] = await tx.control.sql(open([linkHash(token), `${tx.caller.kind} ${tx.caller.id}`]))
  return opened?.slug ? { id: tx.clinic.id, slug: opened.slug } : refuse('not_found', { resource: 'install_link' })
}
