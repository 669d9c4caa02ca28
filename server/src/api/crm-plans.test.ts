import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/harness.ts'
import { nodesOf, planOf, queriesOf, visitedBy } from '../../test/plans.ts'
import { communications } from './communications.ts'
import { conversations } from './conversations.ts'
import { leads } from './leads.ts'

const RECORDS = 30_000
/** What a page may visit; most visit no more rows than they show. */
const MOST_VISITED = RECORDS / 20
const MANY_CLINICS = 100

const app = await startApp()
const big = await app.clinic({ company_id: 'cli_big' })
await fill()

/** One clinic with many of everything among others with some, over three years; every attribute independent of the others. */
async function fill(): Promise<void> {
  const pick = (what: string, count: string) => `abs(hashtext(n || '${what}')::bigint) % (${count})`
  const at = (what: string) => `now() - interval '1 minute' * (${pick(what, '1500000')})`
  const stamps = `${at('made')}, ${at('changed')}`
  const many = `(select company_id, case company_id when '${big.company_id}' then ${RECORDS} else 100 end as total from clinic) c`
  const statements = [
    `insert into clinic (company_id, name, country, currency, time_zone, locale)
      select 'cli_' || n, '', 'SA', 'SAR', 'Asia/Riyadh', 'en' from generate_series(1, ${MANY_CLINICS}) n`,
    `insert into branch (company_id, id, name, opens, closes, created_at, updated_at)
      select company_id, 'bra_' || company_id, '', array_fill(''::text, '{7}'), array_fill(''::text, '{7}'), now(), now() from clinic`,
    `insert into practitioner (company_id, id, display_name, role, is_doctor, created_at, updated_at)
      select company_id, 'pra_' || company_id || n, '', 'receptionist', false, now(), now() from clinic, generate_series(0, 9) n`,
    `insert into patient (company_id, id, file_number, branch_id, first_name, created_at, updated_at)
      select company_id, 'pat_' || company_id || n, n, 'bra_' || company_id, '', ${stamps} from ${many}, generate_series(1, total / 4) n`,
    `insert into lead_stage (company_id, id, name, sort_order, created_at, updated_at)
      select company_id, 'lst_' || company_id || n, '', n, now(), now() from clinic, generate_series(0, 6) n`,
    `insert into contact (company_id, id, name, phone, created_at, updated_at)
      select company_id, 'con_' || company_id || n, '', 'phone' || n, now(), now() from ${many}, generate_series(1, total) n`,
    `insert into lead (company_id, id, reference_id, contact_id, branch_id, stage_id, sort_order, assigned_to_id, staged_at, created_at, updated_at)
      select company_id, 'lea_' || company_id || n, n, 'con_' || company_id || n, 'bra_' || company_id,
        'lst_' || company_id || ${pick('stage', '7')}, n, 'pra_' || company_id || ${pick('agent', '10')}, now(), ${stamps}
      from ${many}, generate_series(1, total) n`,
    `insert into message_template (company_id, id, name, language, category, status, body, variable_count, created_at, updated_at)
      select company_id, 'mtp_' || n, 'template' || n, 'en', 'UTILITY',
        case ${pick('status', '50')} when 0 then 'PENDING' else 'APPROVED' end, '', 0, ${stamps}
      from ${many}, generate_series(1, total / 50) n`,
    `insert into communication (company_id, id, channel, state, patient_id, created_at, updated_at)
      select company_id, 'com_' || company_id || n, case ${pick('channel', '1000')} when 0 then 'email' when 1 then 'sms' else 'whatsapp' end,
        'SENT', 'pat_' || company_id || (1 + ${pick('patient', 'total / 4')}), ${stamps}
      from ${many}, generate_series(1, total) n`,
    `insert into conversation (company_id, id, phone, resolved, assigned_to_id, created_at, updated_at)
      select company_id, 'cnv_' || company_id || n, 'phone' || n, ${pick('resolved', '1000')} > 0,
        'pra_' || company_id || ${pick('agent', '10')}, ${stamps}
      from ${many}, generate_series(1, total) n`,
    `insert into conversation_message (company_id, id, conversation_id, direction, channel, type, status, created_at, updated_at)
      select company_id, 'cmg_' || company_id || n, 'cnv_' || company_id || (1 + ${pick('conversation', 'total / 20')}),
        'INBOUND', 'whatsapp', 'text', 'delivered', ${stamps}
      from ${many}, generate_series(1, total) n`,
  ]
  for (const statement of statements) await app.sql(statement)
  await app.sql('analyze')
}

const values = {
  id: ['cnv_cli_big7'],
  stageId: ['lst_cli_big3', 'lst_none'],
  assignedToId: ['pra_cli_big3'],
  assignedTo: ['pra_cli_big3'],
  patientId: ['pat_cli_big17'],
  channel: ['whatsapp', 'sms'],
  status: ['APPROVED', 'PENDING'],
  resolved: [true, false],
}

const listings = [...leads, ...communications, ...conversations].filter(({ operation }) => operation.answer === 'page')

for (const listing of listings) {
  test(`${listing.operation.id} reads a page off an index, whatever narrows it: never a whole table or clinic`, async () => {
    for (const query of queriesOf(listing, values)) {
      if (listing.operation.id === 'listConversationMessages' && !('id' in query)) continue
      for (const mode of ['generic', 'custom'] as const) {
        const plan = await app.write(big, tx => planOf(tx, listing, query, mode))
        const nodes = nodesOf(plan).map(node => node['Node Type'])
        const what = `${mode}, ${JSON.stringify(query)}: ${nodes.join(' ')}`
        assert.ok(visitedBy(plan) <= MOST_VISITED, `visits ${visitedBy(plan)} rows: ${what}`)
        assert.ok(!nodes.includes('Seq Scan') || listing.operation.id === 'listLeadStages', what)
      }
    }
  })
}
