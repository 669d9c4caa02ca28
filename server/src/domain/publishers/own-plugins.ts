import type { Input } from '@clinic/contract/kernel.ts'
import { type createOwnPlugin, MOST_PLUGINS, type updateOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { type FetchedIcon, requireIcon } from './icon.ts'
import { currentPublisher } from './publishers.ts'

/** A plugin as its publisher sees it. */
export interface OwnPlugin
  extends Pick<TableRow<'plugin'>, 'id' | 'slug' | 'category' | 'setup_url' | 'icon_name' | 'created_at'> {
  visibility: string
  published_version: string | null
  newest_version: string | null
  stopped_at: string | null
}

const OWN = `
  select p.id, p.slug, p.visibility, p.category, p.setup_url, p.icon_name, p.created_at,
    (select version from plugin_version where plugin_id = p.id and state = 'PUBLISHED'
      order by published_at desc, id desc limit 1) as published_version,
    (select version from plugin_version where plugin_id = p.id order by uploaded_at desc, id desc limit 1) as newest_version,
    (select stopped_at from plugin_stop where plugin_id = p.id and side = 'PUBLISHER') as stopped_at
  from plugin p join publisher on publisher.id = p.publisher_id
  where publisher.company_id = $1`
const all = sql<OwnPlugin>(`${OWN} order by p.slug`)
const withId = sql<OwnPlugin>(`${OWN} and p.id = $2`)
const lock = sql<{ id: string }>('select id from plugin where id = $1 for no key update')
const add = sql<{ id: string }>(`
  insert into plugin (id, slug, publisher_id, visibility, category, setup_url, icon, icon_type, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (slug) do nothing returning id`)
const change = sql(`update plugin set visibility = $2, category = $3, setup_url = $4 where id = $1`)
const setIcon = sql('update plugin set icon = $2, icon_type = $3 where id = $1')

export const ownPlugins = (tx: Tx): Promise<OwnPlugin[]> => tx.sql(all([tx.clinic.id]))

/** The publisher's plugin with this id, or 404. */
export async function ownPlugin(tx: Tx, id: string): Promise<OwnPlugin> {
  const [row] = await tx.sql(withId([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'plugin' })
}

/** The same, and no other transaction changes it or its versions until this one ends. */
export async function lockOwnPlugin(tx: Tx, id: string): Promise<OwnPlugin> {
  await ownPlugin(tx, id)
  await tx.sql(lock([id]))
  return ownPlugin(tx, id)
}

const plain = (text: string | null | undefined): string | null => (text ? stripControl(text) : null)

/** Takes a slug, which is the publisher's from then on. */
export async function createPlugin(
  tx: Tx,
  wish: Input<typeof createOwnPlugin>,
  fetched?: FetchedIcon,
): Promise<OwnPlugin> {
  const { slug, visibility = 'PRIVATE', category, setupUrl = null } = wish
  const icon = fetched && requireIcon(fetched)
  const { id: publisherId } = await currentPublisher(tx)
  // One after the other, so that many at the same time are counted.
  await tx.lock('publisher', publisherId)
  if ((await ownPlugins(tx)).length >= MOST_PLUGINS) return refuseInput(TOO_MANY)
  const id = newId('plu', Date.parse(tx.now))
  const [made] = await tx.sql(
    add([
      ...[id, slug, publisherId, visibility, plain(category), setupUrl],
      ...[icon?.bytes ?? null, icon?.type ?? null, tx.now],
    ]),
  )
  if (!made) return refuseInput(TAKEN)
  tx.touched.row('plugin', { id }, ['slug'])
  return ownPlugin(tx, id)
}

const TOO_MANY = { path: '', code: 'too_many', message: `has ${MOST_PLUGINS} plugins already` }
const TAKEN = { path: '/slug', code: 'not_unique', message: 'is the slug of another plugin' }

/** Changes what is said of a plugin. What is published privately is listed by review alone. */
export async function changePlugin(
  tx: Tx,
  { id, ...wish }: Input<typeof updateOwnPlugin>,
  fetched?: FetchedIcon,
): Promise<OwnPlugin> {
  const icon = fetched && requireIcon(fetched)
  const before = await lockOwnPlugin(tx, id)
  const { visibility = before.visibility, setupUrl = before.setup_url } = wish
  const isListedUnseen = visibility === 'LISTED' && before.visibility === 'PRIVATE' && before.published_version !== null
  if (isListedUnseen) refuse('invalid_state_transition', { from: 'PRIVATE', to: 'LISTED' })
  const category = wish.category === undefined ? before.category : plain(wish.category)
  await tx.sql(change([id, visibility, category, setupUrl]))
  if (icon || wish.iconUrl === null) await tx.sql(setIcon([id, icon?.bytes ?? null, icon?.type ?? null]))
  tx.touched.row('plugin', { id }, [])
  return ownPlugin(tx, id)
}
