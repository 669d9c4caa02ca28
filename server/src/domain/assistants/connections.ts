import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../../db/statement.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'

/** A connection as its owner and the clinic's administrators see it. */
export interface ConnectionRow {
  id: string
  client_id: string
  client_name: string
  /** Where its answers go. */
  host: string | null
  verified: boolean
  /** What was consented to, as the clinic's policy leaves it. */
  scope: string
  created_at: string
  last_used_at: string | null
  second_factor: boolean
  ends_at: string
  calls: number
  user_id: string
  /** What that person is in the clinic now. */
  role: StaffRole
  user_name: string
  user_name_ar: string | null
}

const CALLS = "caller = 'assistant ' || given.id"

const list = sql<ConnectionRow>(`
  select given.id, given.client_id, client.name as client_name,
    substring(coalesce(given.redirect_uri, client.redirect_uris[1]) from '^[a-z]+://([^/?#]+)') as host, oauth_client_verified(client) as verified,
    case when clinic.assistant_patient_contacts then given.scope
      else array_to_string(array_remove(string_to_array(given.scope, ' '), 'patients:read.pii'), ' ') end as scope,
    given.created_at, given.last_used_at, given.second_factor, ends.at as ends_at,
    (select count(*)::int from audit_record
     where company_id = $1 and ${CALLS} and recorded_at > now() - interval '30 days') as calls,
    given.user_id, membership.role, who.name as user_name, who.name_ar as user_name_ar
  from oauth_grant as given
  join clinic on clinic.company_id = given.company_id
  join oauth_client as client on client.client_id = given.client_id
  join membership on membership.company_id = given.company_id and membership.user_id = given.user_id
  join people_of_clinic($1) as who on who.user_id = given.user_id
  cross join lateral (
    select least(given.absolute_end, given.created_at + clinic.assistant_max_days * interval '1 day')::timestamptz(3) as at
  ) as ends
  where given.company_id = $1 and given.user_id = coalesce($2, given.user_id) and ends.at > now()
  order by given.created_at desc, given.id desc`)

/** The connections of the clinic that have not ended, newest first; with `userId` that person's alone. */
export const connectionsOf = (tx: Tx, userId: string | null): Promise<ConnectionRow[]> =>
  tx.sql(list([tx.clinic.id, userId]))

const find = sql(`
  select from oauth_grant where company_id = $1 and id = $2 and user_id = coalesce($3, user_id)
  union all
  select from ended_connection where company_id = $1 and id = $2 and user_id = coalesce($3, user_id)`)

/** Whether the clinic has, or had, this connection; with `userId` whether it is, or was, that person's. */
export const isConnection = async (tx: Tx, id: string, userId: string | null): Promise<boolean> =>
  (await tx.control.sql(find([tx.clinic.id, id, userId]))).length > 0

/** One use of a connection. */
export interface AccessRow {
  id: string
  created_at: string
  operation: string
  resource_ids: string[]
  patient_count: number
  field_scopes: string[]
  refused: boolean
}

/** What a connection did, by the filter `caller`. */
export const accesses = listSource<AccessRow>({
  name: 'listAccesses',
  from: `(
    select company_id, request_id as id, recorded_at as created_at, caller, operation, resource_ids,
      cardinality(patient_ids) as patient_count, field_scopes,
      coalesce(details ->> 'outcome', 'ok') <> 'ok' as refused
    from audit_record where caller like 'assistant %') as t`,
  columns: 't.id, t.created_at, t.operation, t.resource_ids, t.patient_count, t.field_scopes, t.refused',
  filters: { caller: value => `t.caller = ${value}` },
})

/** As the audit log calls a connection. */
export const callerOf = (id: string): string => `assistant ${id}`
