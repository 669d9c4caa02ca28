import type { Input } from '@clinic/contract/kernel.ts'
import { type createPublisherKey, MOST_KEYS } from '@clinic/contract/publisher/keys.ts'
import { RIGHTS_TO_GIVE } from '@clinic/contract/publisher/roles.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { membersOf, requireActor } from './members.ts'
import { newPublisherKey, publisherKeyHash } from './publisher-access.ts'
import { currentPublisher } from './publishers.ts'

export type PublisherKeyRow = TableRow<'publisher_key'>

/** In clear, to be shown this once. */
export interface MadeKey {
  key: string
  row: PublisherKeyRow
}

const DAY_MS = 86_400_000
const HINT_LENGTH = 8
const newestFirst = sql<PublisherKeyRow>(
  'select * from publisher_key where company_id = $1 order by created_at desc, id desc',
)
const countActive = sql<{ active: number }>(`
  select count(*)::int as active from publisher_key where company_id = $1 and revoked_at is null and expires_at > $2`)

export const keysOf = (tx: Tx): Promise<PublisherKeyRow[]> => tx.sql(newestFirst([tx.clinic.id]))

/** Makes a key, never for more than the person who makes it may do. Only its hash is stored. */
export async function createKey(
  tx: Tx,
  { name, rights, expiresInDays = 90 }: Input<typeof createPublisherKey>,
): Promise<MadeKey> {
  // One after the other, so that many at the same time are counted.
  await tx.lock('publisher', (await currentPublisher(tx)).id)
  const { role } = requireActor(tx, await membersOf(tx), 'DEVELOPER')
  if (rights.some(right => !RIGHTS_TO_GIVE[role].includes(right))) refuse('not_permitted', { permission: 'OWNER' })
  const [{ active } = { active: 0 }] = await tx.sql(countActive([tx.clinic.id, tx.realNow]))
  if (active >= MOST_KEYS) refuseInput(TOO_MANY)
  const key = newPublisherKey()
  const row = await tx.insert('publisher_key', {
    id: newId('pbk', Date.parse(tx.realNow)),
    name,
    rights: [...rights],
    key_hash: publisherKeyHash(key),
    hint: key.slice(0, HINT_LENGTH),
    created_by: tx.caller.id,
    second_factor: (tx.caller.person?.secondFactorAt ?? null) !== null,
    expires_at: new Date(Date.parse(tx.realNow) + expiresInDays * DAY_MS).toISOString(),
  })
  return { key, row }
}

const TOO_MANY = {
  path: '',
  code: 'too_many',
  message: `has ${MOST_KEYS} keys that work already; end one of them first`,
}

/** Ends a key; ending it again changes nothing. */
export async function revokeKey(tx: Tx, id: string): Promise<PublisherKeyRow> {
  const key = await tx.lock('publisher_key', id)
  return key.revoked_at === null ? tx.update('publisher_key', id, { revoked_at: tx.realNow }) : key
}
