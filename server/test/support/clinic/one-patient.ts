import { emptied, OF_PATIENT } from '../../../src/domain/privacy/fate.ts'
import { FATES } from '../../../src/domain/privacy/fates.ts'
import type { TestApp } from '../app/harness.ts'

/** What stands in every text that is emptied when a file is made anonymous. */
export const SEEDED = 'Seeded'

const ofPatient = Object.entries(FATES).filter(
  ([table, { of, sealed }]) => of === OF_PATIENT && !sealed && table !== 'restricted_patient',
)

/** Of what a patient has one, or one last one, it is the newest. */
const APART = [
  'update encounter set last = false where company_id = $1',
  'update measurement set last = false where company_id = $1',
  'update form_submission set only_one = false where company_id = $1',
  `delete from loyalty_account where company_id = $1 and id <> (
    select max(id) from loyalty_account where company_id = $1)`,
]
/** What would keep the file from being restricted is settled. */
const SETTLED = [
  "update appointment set status = 'CANCELED' where company_id = $1",
  'update invoice set paid_minor = total_minor - insurance_minor where company_id = $1',
]

/** Gives all records of a clinic to one patient. */
export async function giveAllTo(app: TestApp, companyId: string, patientId: string): Promise<void> {
  for (const statement of [...APART, ...SETTLED]) await app.sql(statement, [companyId])
  for (const [table] of ofPatient)
    await app.sql(`update ${table} set patient_id = $2 where company_id = $1`, [companyId, patientId])
}

/** Why a quotation was withdrawn is said of one that was. */
const WITHDRAWN = 'update quotation set withdrawn_at = updated_at where company_id = $1 and withdrawn_at is null'

/** Writes a word into each text that is a patient's. Answers in how many tables there is something of theirs. */
export async function seedTexts(app: TestApp, companyId: string, patientId: string): Promise<number> {
  const types = await app.sql<{ at: string; type: string }>(
    `select table_name || '.' || column_name as at, data_type as type from information_schema.columns
     where table_schema = 'public'`,
  )
  await app.sql(WITHDRAWN, [companyId])
  const typeOf = new Map(types.map(({ at, type }) => [at, type]))
  let filled = 0
  for (const [table, fate] of Object.entries(FATES)) {
    const seeds = emptied(fate).flatMap(([column]) => {
      const seed = /^insurance_\w+_id$/.test(column) ? undefined : seedOf(typeOf.get(`${table}.${column}`))
      return seed ? [`${column} = ${seed}`] : []
    })
    const set = seeds.length > 0 ? seeds.join(', ') : 'company_id = company_id'
    const rows = await app.sql(
      `update ${table} as t set ${set} where t.company_id = $1 and ${fate.of} and t.company_id is not null returning 1`,
      [companyId, patientId],
    )
    if (rows.length > 0) filled++
  }
  return filled
}

function seedOf(type: string | undefined): string | undefined {
  if (type === 'text') return `'${SEEDED} ' || md5(t::text)`
  if (type === 'ARRAY') return `array['${SEEDED}']`
  return type === 'jsonb' ? `'{"field": "${SEEDED}"}'` : undefined
}

/** All rows of these tables in a clinic, as text, save when and how often they changed: to be compared before and after. */
export async function contentsOf(app: TestApp, companyId: string, tables: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    tables.map(async table => {
      const rows = await app.sql<{ row: string }>(
        `select (to_jsonb(t) - 'updated_at' - 'version')::text as row from ${table} t where company_id = $1 order by 1`,
        [companyId],
      )
      return rows.map(({ row }) => `${table} ${row}`)
    }),
  )
  return all.flat()
}
