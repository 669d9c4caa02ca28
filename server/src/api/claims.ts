import { getClaim, listClaims } from '@clinic/contract/claims.ts'
import { sql } from '../db/statement.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentClaim, type ShownClaim } from '../present/claim.ts'

const COLUMNS = `t.*, array(
  select i.id from invoice i where i.company_id = t.company_id and i.claim_id = t.id order by i.created_at, i.id) as invoice_ids`

const source = listSource<ShownClaim>({
  name: 'listClaims',
  from: 'claim t',
  columns: COLUMNS,
  filters: {
    status: value => `t.status = ${value}`,
    insuranceCompanyId: value => `t.insurance_company_id = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
  },
})

const one = sql<ShownClaim>(`select ${COLUMNS} from claim t where t.company_id = $1 and t.id = $2`)

export const claims = [
  implement(listClaims, (tx, query) => page(tx, source, query, presentClaim(tx.clinic))),
  implement(getClaim, async (tx, { id }) => {
    const [claim] = await tx.sql(one([tx.clinic.id, id]))
    return { data: presentClaim(tx.clinic)(claim ?? refuse('not_found', { resource: 'claim' })) }
  }),
]
