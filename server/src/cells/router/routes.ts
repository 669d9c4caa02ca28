import { sql } from '../../db/statement.ts'
import { CONTROL } from '../../kernel/misdirected.ts'

/**
 * What of a request says where it goes, and the cell: a clinic's id, or the SHA-256, hexadecimal, of a bearer token or of what
 * a link ends with.
 */
export type Routes = ReadonlyMap<string, string>

export interface RouteRow {
  company_id: string
  key: string
  cell: string
}

/**
 * Of these clinics, or of all for null: what leads to them, wherever they live but where control is, to which everything
 * goes that has no route. Links of those that have moved lead to them there, too: the host of such a link is another cell's.
 * Read as the owner of the database where control is.
 */
export const routesOf = sql<RouteRow>(`
  with placed as (
    select company_id, cell from clinic where cell is not null and ($1::text[] is null or company_id = any ($1)))
  select company_id, company_id as key, cell from placed
  union all
  select company_id, encode(token_hash, 'hex'), cell from placed join plugin_token using (company_id)
  union all
  select company_id, encode(token_hash, 'hex'), cell from placed join oauth_token using (company_id)
  where type = 'access' and expires_at > now()
  union all
  select company_id, key, coalesce(cell, '${CONTROL}') from moved_link join clinic using (company_id)
  where ends_at > now() and ($1::text[] is null or company_id = any ($1))`)
