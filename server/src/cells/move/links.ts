import type { Client } from 'pg'
import { type Move, textOf } from './places.ts'

/** For so long a page says of its link that it has ended, and a visit that was put off keeps the link that it had. */
const STAYS = "interval '90 days'"

/**
 * What leads to a clinic without naming it, by its hash: links of patients and of payers, and the picture of the clinic.
 * A link of a payer without an end is open until it is paid or closed.
 */
const LINKS = `
  select token_hash as key, expires_at + ${STAYS} as ends_at from patient_link
  where company_id = $1 and expires_at + ${STAYS} > now()
  union all
  select encode(sha256(convert_to(link_token, 'UTF8')), 'hex'), ends_at from online_payment, lateral (
    select case when num_nonnulls(closed_at, paid_at) > 0 then updated_at + ${STAYS}
      else coalesce(expires_at + ${STAYS}, 'infinity') end as ends_at) as ending
  where company_id = $1 and ends_at > now()
  union all
  select encode(sha256(convert_to(name, 'UTF8')), 'hex'), 'infinity' from clinic_logo where company_id = $1`

/** Those of any cell where the clinic has been: wherever it goes from here, the proxy sends them after it. */
export async function keepLinks({ companyId, control, source }: Move): Promise<void> {
  await control.client.query(
    `insert into moved_link (company_id, key, ends_at)
     select $1, key, ends_at from jsonb_to_recordset($2) as link (key text, ends_at timestamptz)
     on conflict (company_id, key) do update set ends_at = excluded.ends_at`,
    [companyId, await textOf(source, LINKS, companyId)],
  )
}

export const forgetEndedLinks = (control: Client) => control.query('delete from moved_link where ends_at <= now()')
