import { SCOPES } from '@clinic/contract/scopes.ts'
import { newPluginToken, tokenHash } from '@clinic/server/kernel/values/plugin-token.ts'
import pg from 'pg'

export interface SeededClinic {
  id: string
  branchId: string
  token: string
  patientIds: string[]
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')

/** Makes clinics with a branch, an installation with every scope, a token, and patients; all in bulk. Those of mode TEST are sandboxes. */
export async function seedClinics(
  ownerUrl: string,
  prefix: string,
  clinics: number,
  patients: number,
  mode: 'LIVE' | 'TEST' = 'LIVE',
): Promise<SeededClinic[]> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  const made: SeededClinic[] = Array.from({ length: clinics }, (_, n) => ({
    id: `cli_${prefix}${digits(n, 4)}`,
    branchId: `bra_${prefix}${digits(n, 4)}`,
    token: newPluginToken(mode),
    patientIds: Array.from({ length: Math.min(patients, 500) }, (_, i) =>
      patientId(prefix, n, 1 + Math.floor((i * patients) / Math.min(patients, 500))),
    ),
  }))
  try {
    await seedPlugin(client)
    const ids = made.map(one => one.id)
    await client.query(
      `insert into clinic (company_id, name, country, currency, time_zone, locale, sandbox)
      select id, id, 'SA', 'SAR', 'Asia/Riyadh', 'en', $2 = 'TEST' from unnest($1::text[]) id`,
      [ids, mode],
    )
    await client.query(
      `insert into branch (company_id, id, name, opens, closes, created_at, updated_at)
      select id, replace(id, 'cli_', 'bra_'), id, array_fill('09:00'::text, '{7}'), array_fill('21:00'::text, '{7}'), now(), now() from unnest($1::text[]) id`,
      [ids],
    )
    await client.query(
      `insert into installation (company_id, id, plugin_id, plugin_version_id, mode, status, granted_scopes, granted_events, installed_at, created_at, updated_at)
      select id, replace(id, 'cli_', 'ins_'), 'plu_bench', 'plv_bench', $3, 'ACTIVE', $2, '{}', now(), now(), now() from unnest($1::text[]) id`,
      [ids, Object.keys(SCOPES), mode],
    )
    await client.query(
      `insert into plugin_token (company_id, id, installation_id, token_hash, hint, created_at)
      select id, replace(id, 'cli_', 'tok_'), replace(id, 'cli_', 'ins_'), decode(hash, 'hex'), '', now() from unnest($1::text[], $2::text[]) one (id, hash)`,
      [ids, made.map(one => tokenHash(one.token))],
    )
    await client.query(`insert into clinic_counter select id, 'patient', $2 from unnest($1::text[]) id`, [
      ids,
      patients,
    ])
    await client.query(
      `insert into patient (company_id, id, file_number, branch_id, first_name, last_name, phone_number, search_text, created_at, updated_at)
      select id, replace(id, 'cli_', 'pat_') || lpad(n::text, 8, '0'), n, replace(id, 'cli_', 'bra_'), 'First' || n, 'Last' || n,
        '+96650000' || lpad((n % 10000)::text, 4, '0'), 'first' || n || ' last' || n || ' 96650000' || lpad((n % 10000)::text, 4, '0'), at, at
      from unnest($1::text[]) id, generate_series(1, $2) n, lateral (select date_trunc('milliseconds', now() - n * interval '1 minute') at) t`,
      [ids, patients],
    )
    return made
  } finally {
    await client.end()
  }
}

/** The plugin of the installations; in a cell it is a copy, which is there by then. */
export async function seedPlugin(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from plugin_version where id = 'plv_bench'`)
  if (rowCount === 1) return
  await client.query(`insert into plugin values ('plu_bench', 'bench', now())`)
  await client.query(`insert into plugin_version values ('plv_bench', 'plu_bench', '1.0.0', '{}', '', now())`)
}

const patientId = (prefix: string, clinic: number, n: number) => `pat_${prefix}${digits(clinic, 4)}${digits(n, 8)}`

/** Brings the statistics and the visibility map up to date, as autovacuum would in time. */
export async function settle(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
