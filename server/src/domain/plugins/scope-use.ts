import { isScopeName, type ScopeName } from '@clinic/contract/scopes.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { findInstalledPlugin } from './installed-plugin.ts'

/** How often a granted scope was made use of. */
export interface ScopeUse {
  scope: ScopeName
  required: boolean
  requests30: number
  patients30: number
  requests90: number
  patients90: number
  last_used_at: string | null
  /** Granted for 90 days, and in all of them not used. */
  unused: boolean
}

interface Row extends Omit<ScopeUse, 'scope' | 'required' | 'unused'> {
  scope: string
  granted_long: boolean
}

/** What was granted 90 days ago and in every receipt since has been granted for as long. */
const used = sql<Row>(`
  select wanted.scope,
    coalesce(sum(requests) filter (where day > $4::date - 30), 0)::int as requests30,
    coalesce(sum(patients) filter (where day > $4::date - 30), 0)::int as patients30,
    coalesce(sum(requests) filter (where day > $4::date - 90), 0)::int as requests90,
    coalesce(sum(patients) filter (where day > $4::date - 90), 0)::int as patients90,
    max(last_at) as last_used_at,
    coalesce((select wanted.scope = any(granted_scopes) from consent_receipt
      where company_id = $1 and installation_id = $2 and given_at <= $4::timestamptz - interval '90 days'
      order by given_at desc, id desc limit 1), false)
      and not exists (select from consent_receipt where company_id = $1 and installation_id = $2
        and given_at > $4::timestamptz - interval '90 days' and wanted.scope <> all(granted_scopes)) as granted_long
  from unnest($3::text[]) with ordinality as wanted (scope, place)
  left join scope_use on scope_use.company_id = $1 and scope_use.installation_id = $2 and scope_use.scope = wanted.scope
  group by wanted.scope, wanted.place order by wanted.place`)

/** What an installation of the clinic makes use of, of all that it was granted, or 404. */
export async function scopeUse(tx: Tx, installationId: string): Promise<ScopeUse[]> {
  const { granted_scopes, release } = await findInstalledPlugin(tx, installationId)
  const optional: readonly string[] = release.manifest.optionalScopes ?? []
  const rows = await tx.sql(used([tx.clinic.id, installationId, granted_scopes, tx.now]))
  return rows.flatMap(({ scope, granted_long, ...use }) =>
    isScopeName(scope)
      ? [{ ...use, scope, required: !optional.includes(scope), unused: granted_long && use.requests90 === 0 }]
      : [],
  )
}
