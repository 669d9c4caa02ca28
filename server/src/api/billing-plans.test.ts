import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/harness.ts'
import { nodesOf, planOf, queriesOf, visitedBy } from '../../test/plans.ts'
import { bookkeeping } from './bookkeeping.ts'
import { invoices } from './invoices.ts'
import { onlinePayments } from './online-payments.ts'
import { payments } from './payments.ts'

const ROWS = 20_000
/** What a page may visit: as many as one patient has. Most pages visit no more rows than they show. */
const MOST_VISITED = ROWS / 20
const MANY_CLINICS = 100

const app = await startApp()
const big = await app.clinic({ company_id: 'cli_big' })
await fill()

/** One clinic with much of everything among others with some, over three years; every attribute independent of the others. */
async function fill(): Promise<void> {
  const pick = (what: string, count: number) => `abs(hashtext(n || '${what}')::bigint) % ${count}`
  const stamps = `now() - interval '1 minute' * (${pick('made', 1_500_000)}), now() - interval '1 minute' * (${pick('changed', 1_500_000)})`
  const many = `(select company_id, case company_id when '${big.company_id}' then ${ROWS} else 100 end as total from clinic) c, generate_series(1, total) n`
  const branch = `'bra_' || company_id || ${pick('branch', 4)}`
  const patient = `'pat_' || company_id || ${pick('patient', 25)}`
  const invoice = `'inv_' || company_id || (n + 1) / 2`
  const status = `case ${pick('status', 1000)} when 0 then 'PENDING' when 1 then 'FAILED' else 'CREATED' end`
  for (const statement of [
    `insert into clinic (company_id, name, country, currency, time_zone, locale)
      select 'cli_' || n, '', 'SA', 'SAR', 'Asia/Riyadh', 'en' from generate_series(1, ${MANY_CLINICS}) n`,
    `insert into branch (company_id, id, name, opens, closes, created_at, updated_at)
      select company_id, 'bra_' || company_id || n, '', array_fill(''::text, '{7}'), array_fill(''::text, '{7}'), ${stamps}
      from clinic, generate_series(0, 3) n`,
    `insert into patient (company_id, id, file_number, branch_id, first_name, created_at, updated_at)
      select company_id, 'pat_' || company_id || n, n, ${branch}, '', ${stamps} from clinic, generate_series(0, 24) n`,
    `insert into invoice (company_id, id, reference_id, branch_id, patient_id, subtotal_minor, discount_minor,
        discount_percent, tax_minor, tax_percent, total_minor, insurance_minor, created_at, updated_at)
      select company_id, 'inv_' || company_id || n, n, ${branch}, ${patient}, 100, 0, 0, 0, 0, 100, 0, ${stamps} from ${many}`,
    `insert into payment (company_id, id, type, amount_minor, applied_minor, balance_minor, tax_minor, patient_id, branch_id,
        created_at, updated_at)
      select company_id, 'pay_' || company_id || n, 'CARD', 100, 0, 100, 0, ${patient}, ${branch}, ${stamps} from ${many}`,
    `insert into online_payment (company_id, id, invoice_id, branch_id, amount_minor, provider, status, link_token,
        created_at, updated_at)
      select company_id, 'opy_' || company_id || n, ${invoice}, ${branch}, 100, 'sandbox', ${status}, company_id || '-' || n, ${stamps} from ${many}`,
    `insert into expense (company_id, id, reference_id, name, total_minor, tax_minor, tax_percent, paid_minor, branch_id, date,
        created_at, updated_at)
      select company_id, 'exp_' || company_id || n, n, '', 100, 0, 0, 0, ${branch}, now(), ${stamps} from ${many}`,
    `insert into income (company_id, id, reference_id, name, amount_minor, branch_id, date, created_at, updated_at)
      select company_id, 'inc_' || company_id || n, n, '', 100, ${branch}, now(), ${stamps} from ${many}`,
    `insert into treasury (company_id, id, name, type, branch_id, created_at, updated_at)
      select company_id, 'tre_' || company_id || n, '', 'CASH', ${branch}, ${stamps} from clinic, generate_series(1, 100) n`,
    'analyze',
  ])
    await app.sql(statement)
}

const values = {
  branchId: ['bra_cli_big1'],
  patientId: ['pat_cli_big17'],
  invoiceId: ['inv_cli_big17'],
  status: ['PENDING', 'CREATED'],
}

const unasked = { gateways: { connect: () => undefined }, linkOf: (token: string) => token }
const listings = [...invoices, ...payments, ...onlinePayments(unasked), ...bookkeeping].filter(
  ({ operation }) => operation.answer === 'page',
)

for (const listing of listings) {
  test(`${listing.operation.id} reads a page off an index, whatever narrows it: never a whole table or clinic`, async () => {
    for (const query of queriesOf(listing, values))
      for (const mode of ['generic', 'custom'] as const) {
        const plan = await app.write(big, tx => planOf(tx, listing, query, mode))
        const nodes = nodesOf(plan).map(node => node['Node Type'])
        const what = `${mode}, ${JSON.stringify(query)}: ${nodes.join(' ')}`
        assert.ok(visitedBy(plan) <= MOST_VISITED, `visits ${visitedBy(plan)} rows: ${what}`)
        assert.ok(listing.operation.id === 'listTreasuries' || !nodes.includes('Seq Scan'), what)
      }
  })
}
