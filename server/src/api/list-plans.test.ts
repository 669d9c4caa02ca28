import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/harness.ts'
import { nodesOf, planOf, queriesOf, visitedBy } from '../../test/plans.ts'
import { appointments } from './appointments.ts'
import { branches } from './branches.ts'
import { patients } from './patients.ts'
import { practitioners } from './practitioners.ts'
import { procedures } from './procedures.ts'

const APPOINTMENTS = 30_000
/** What a page may visit: a twentieth, as many as one doctor has. Most pages visit no more rows than they show. */
const MOST_VISITED = APPOINTMENTS / 20
const MANY_CLINICS = 200

const app = await startApp()
const big = await app.clinic({ company_id: 'cli_big' })
await fill()

/** One clinic with many of everything among others with some, over three years; every attribute independent of the others. */
async function fill(): Promise<void> {
  const pick = (what: string, count: string) => `abs(hashtext(n || '${what}')::bigint) % (${count})`
  const stamps = `now() - interval '1 minute' * (${pick('made', '1500000')}), now() - interval '1 minute' * (${pick('changed', '1500000')})`
  const many = `(select company_id, case company_id when '${big.company_id}' then ${APPOINTMENTS} else 100 end as total from clinic) c`
  const statements = [
    `insert into clinic (company_id, name, country, currency, time_zone, locale)
      select 'cli_' || n, '', 'SA', 'SAR', 'Asia/Riyadh', 'en' from generate_series(1, ${MANY_CLINICS}) n`,
    `insert into branch (company_id, id, name, opens, closes, created_at, updated_at)
      select company_id, 'bra_' || company_id || n, '', array_fill(''::text, '{7}'), array_fill(''::text, '{7}'), ${stamps}
      from clinic, generate_series(0, 3) n`,
    `insert into practitioner (company_id, id, display_name, role, is_doctor, created_at, updated_at)
      select company_id, 'pra_' || company_id || n, '', 'doctor', true, ${stamps} from clinic, generate_series(0, 19) n`,
    `insert into practitioner_branch
      select company_id, id, 'bra_' || company_id || ${pick('branch', '4')} from (select *, id as n from practitioner) p`,
    `insert into procedure_group select company_id, 'prg_' || n, '', n from clinic, generate_series(0, 4) n`,
    `insert into procedure (company_id, id, name, price_minor, search_text, group_id, created_at, updated_at)
      select company_id, 'prc_' || n, '', 100, 'procedure ' || n, 'prg_' || ${pick('group', '5')}, ${stamps}
      from clinic, generate_series(1, 200) n`,
    `insert into patient (company_id, id, file_number, clinic_file_number, branch_id, first_name, search_text, created_at, updated_at)
      select company_id, 'pat_' || company_id || n, n, 'F' || n, 'bra_' || company_id || ${pick('branch', '4')}, '',
        md5(n::text) || (array[' ahmed ', ' sara ', ' noura '])[1 + ${pick('name', '3')}] || n, ${stamps}
      from ${many}, generate_series(1, total / 4) n`,
    `insert into appointment (company_id, id, branch_id, doctor_id, patient_id, status, starts_at, ends_at, created_at, updated_at)
      select company_id, 'apt_' || company_id || n, 'bra_' || company_id || ${pick('branch', '4')},
        'pra_' || company_id || ${pick('doctor', '20')}, 'pat_' || company_id || (1 + ${pick('patient', 'total / 4')}),
        case ${pick('status', '1000')} when 0 then 'DELAYED' when 1 then 'OPEN' else 'COMPLETED' end, t, t + interval '30 minutes', ${stamps}
      from ${many}, generate_series(1, total) n,
        lateral (select now() + interval '30 days' - interval '1 minute' * (${pick('start', '1500000')}) as t)`,
  ]
  // The exclusion constraints take their time to be filled, and no list is read off them.
  await app.sql(
    'alter table appointment drop constraint appointment_doctor_busy, drop constraint appointment_room_busy',
  )
  for (const statement of statements) await app.sql(statement)
  await app.sql('analyze')
}

const values: Record<string, unknown[]> = {
  branchId: ['bra_cli_big1'],
  doctorId: ['pra_cli_big3'],
  patientId: ['pat_cli_big17'],
  status: ['DELAYED', 'COMPLETED'],
  isDoctor: [true, false],
  groupId: ['prg_1', 'prg_none'],
  // One patient's, nobody's, everybody's third, what a trigram index cannot help with, and a file number.
  searchTerm: ['6f4922f45568161a8cdf4ad2299f6d23', 'xxxxxx', 'ahmed', 'f2', '77'],
}

const listings = [...patients, ...appointments, ...branches, ...practitioners, ...procedures].filter(
  ({ operation }) => operation.answer === 'page',
)

for (const listing of listings) {
  test(`${listing.operation.id} reads a page off an index, whatever narrows it: never a whole table or clinic`, async () => {
    const tiers = 'searchTerm' in listing.operation.input.properties ? [true, false] : [true]
    for (const pii of tiers)
      for (const query of queriesOf(listing, values))
        for (const mode of ['generic', 'custom'] as const) {
          const plan = await app.write(big, tx =>
            planOf({ ...tx, caller: { ...tx.caller, holds: () => pii } }, listing, query, mode),
          )
          const nodes = nodesOf(plan).map(node => node['Node Type'])
          const what = `${mode}, pii ${pii}, ${JSON.stringify(query)}: ${nodes.join(' ')}`
          assert.ok(visitedBy(plan) <= MOST_VISITED, `visits ${visitedBy(plan)} rows: ${what}`)
          assert.ok(!nodes.includes('Seq Scan'), what)
        }
  })
}
