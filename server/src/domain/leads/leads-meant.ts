import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch, likeContaining } from '../../kernel/values/fold-for-search.ts'
import { normalizePhone } from '../../kernel/values/phones.ts'
import { searchedText, seesContacts } from '../patients/staff-search.ts'

/** A lead as a search shows one. */
export interface FoundLead {
  id: string
  name: string
  phone: string | null
  reference_id: number
  branch_id: string
  stage: string
  patient_id: string | null
}

const SHOWN = 8
/** More than these are never ranked. */
const MOST = 250

const find = sql<FoundLead>(`
  select t.id, c.name, c.phone, t.reference_id, t.branch_id, stage.name as stage, t.patient_id
  from lead t join contact c on c.company_id = t.company_id and c.id = t.contact_id
  join lead_stage as stage on stage.company_id = t.company_id and stage.id = t.stage_id
  where t.company_id = $1 and t.id = any(array(
      select id from lead where company_id = $1 and contact_id = any(array(
        select contacts_like($3, ${MOST}) union select contacts_like($4, ${MOST}) union select contacts_like($5, ${MOST})))
      union select id from lead
      where company_id = $1 and reference_id = case when $2 ~ '^[0-9]{1,9}$' then $2::integer end))
    and ($7::text[] is null or t.branch_id = any($7))
  order by case
    when t.reference_id::text = $2 then 0
    when c.phone = $6 then 1
    when length($2) = 4 and right(c.phone, 4) = $2 then 2
    when starts_with(c.search_text, $2) or position(' ' || $2 in c.search_text) > 0 then 3
    else 4 end, c.search_text, t.id
  limit $8`)

/**
 * The leads in sight whom a few letters or digits mean, the most likely ones first. Who may not see contacts finds by name
 * and number alone.
 */
export async function leadsMeant(tx: Tx, q: string): Promise<FoundLead[]> {
  const { id, country } = tx.clinic
  const term = foldForSearch(q)
  const mayAll = seesContacts(tx)
  const containing = likeContaining(mayAll ? searchedText(q, country) : term)
  const begins = [containing.slice(1), `% ${containing.slice(1)}`]
  const phone = mayAll ? (normalizePhone(q, country) ?? null) : null
  const most = mayAll ? SHOWN : MOST
  const found = await tx.sql(find([id, term, containing, ...begins, phone, branchesOf(tx), most]))
  const meant = ({ name, reference_id }: FoundLead) =>
    mayAll || foldForSearch(name).includes(term) || String(reference_id) === term
  return found.filter(meant).slice(0, SHOWN)
}
