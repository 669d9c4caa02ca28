import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { PlatformTx } from '../../kernel/tx.ts'

type Sql = Pick<PlatformTx, 'sql'>

const endOne = sql<{ id: string }>(`
  delete from oauth_grant where company_id = $1 and id = $2 and user_id = coalesce($3, user_id) returning id`)
const endOfUser = sql<{ id: string }>(`
  delete from oauth_grant where user_id = $1 and company_id = coalesce($2, company_id) returning id`)
const endDisallowed = sql<{ id: string }>(`
  delete from oauth_grant using clinic, oauth_client
  where oauth_grant.company_id = $1 and clinic.company_id = $1 and oauth_client.client_id = oauth_grant.client_id
    and not assistant_allowed(jsonb_populate_record(clinic, $2), oauth_client) returning oauth_grant.id`)

const idsOf = async (ended: Promise<{ id: string }[]>): Promise<string[]> => (await ended).map(({ id }) => id)

/**
 * Ends a connection of the clinic with its codes and tokens, so that the next use of any of them finds nothing; with
 * `userId` only if it is that person's. Answers the ids of what ended.
 */
export const endConnection = (
  tx: Sql,
  { companyId, id, userId = null }: { companyId: string; id: string; userId?: string | null },
): Promise<string[]> => idsOf(tx.sql(endOne([companyId, id, userId])))

/**
 * Ends every connection of a person in the clinic. With no clinic, in all of them: only a transaction of the
 * authorization server sees those.
 */
export const endConnectionsOfUser = (
  tx: Sql,
  { userId, companyId }: { userId: string; companyId: string | null },
): Promise<string[]> => idsOf(tx.sql(endOfUser([userId, companyId])))

type Allowing = Pick<
  TableRow<'clinic'>,
  'assistants_enabled' | 'assistant_mode' | 'assistants_allowed' | 'assistants_blocked'
>

/** Ends the connections of clients that the clinic, as it is from now on, does not allow any more. */
export const endDisallowedConnections = (tx: Sql, companyId: string, clinic: Allowing): Promise<string[]> =>
  idsOf(tx.sql(endDisallowed([companyId, JSON.stringify(clinic)])))
