import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

export interface Actor {
  kind: string
  id: string
  name: string | null
  name_ar: string | null
  role: StaffRole | null
}

const plugins = sql<{ id: string; name: string | null; name_ar: string | null }>(`
  select t.id, release.manifest #>> '{plugin,name,en}' as name, release.manifest #>> '{plugin,name,ar}' as name_ar
  from installation t join plugin_version as release on release.id = t.plugin_version_id
  where t.company_id = $1 and t.id = any ($2)`)
const people = sql<{ id: string; name: string; name_ar: string | null; role: StaffRole }>(`
  select who.user_id as id, who.name, who.name_ar, membership.role
  from people_of_clinic($1) as who
  join membership on membership.company_id = $1 and membership.user_id = who.user_id
  where who.user_id = any ($2)`)
const assistants = sql<{ id: string; name: string }>(`
  select one.id, client.name from (
    select id, client_id from oauth_grant where company_id = $1 and id = any ($2)
    union all
    select id, client_id from ended_connection where company_id = $1 and id = any ($2)) as one
  join oauth_client as client on client.client_id = one.client_id`)

const parted = (caller: string): [kind: string, id: string] => {
  const [kind = '', ...id] = caller.split(' ')
  return [kind, id.join(' ')]
}

/** Finds who the callers of records are, as they are called now; who is gone has no name any more. */
export async function actorsOf(tx: Tx, callers: readonly string[]): Promise<(caller: string) => Actor> {
  const all = [...new Set(callers)].map(parted)
  const idsOf = (wanted: string) => all.flatMap(([kind, id]) => (kind === wanted ? [id] : []))
  const found = await Promise.all([
    tx.sql(plugins([tx.clinic.id, idsOf('installation')])),
    tx.sql(people([tx.clinic.id, idsOf('staff')])),
    tx.sql(assistants([tx.clinic.id, idsOf('assistant')])),
  ])
  const byId = new Map<string, Partial<Actor>>(found.flat().map(one => [one.id, one]))
  return caller => {
    const [kind, id] = parted(caller)
    return { name: null, name_ar: null, role: null, ...byId.get(id), kind, id }
  }
}
