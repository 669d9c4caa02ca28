import { EVENT_TYPES, type EventType } from '@clinic/contract/event-types.ts'
import { SCOPES, type ScopeName } from '@clinic/contract/scopes.ts'
import type { QueryResultRow } from 'pg'
import type { Database, NewRow, TableRow } from '../../../src/db/tables.ts'
import { newId } from '../../../src/kernel/values/ids.ts'
import { type Mode, newPluginToken, tokenHash } from '../../../src/kernel/values/plugin-token.ts'

type Row<Table extends keyof Database> = TableRow<Table>
type Values<Table extends keyof Database> = Partial<NewRow<Table>>
type Sql = <Found extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Found[]>

/** A record of the clinic, or the clinic itself. */
interface OfClinic {
  company_id: string
  sandbox?: boolean
}

export interface InstallationWishes {
  /** All unless told. */
  scopes?: readonly ScopeName[]
  /** All unless told. */
  events?: readonly EventType[]
  /** TEST in a sandbox clinic, else LIVE, unless told. */
  mode?: Mode
  status?: string
  /** Empty means any address. */
  ipRanges?: string[]
}

/**
 * What tests are about. Each makes one record straight in the database, with invented values that count up and that the
 * last argument replaces, and returns its row.
 */
export interface Factories {
  /** Inserts any row; the tables' own names and columns. */
  insert<Table extends keyof Database>(table: Table, values: Values<Table>): Promise<Row<Table>>
  /** In Riyadh, with 15 % VAT. */
  clinic(values?: Values<'clinic'>): Promise<Row<'clinic'>>
  /** Open every day from 09:00 to 17:00, with rooms 1 and 2. */
  branch(clinic: OfClinic, values?: Values<'branch'>): Promise<Row<'branch'>>
  /** A doctor of these branches, with slots of 30 minutes and the branches' hours. */
  doctor(branches: [Row<'branch'>, ...Row<'branch'>[]], values?: Values<'practitioner'>): Promise<Row<'practitioner'>>
  patient(branch: Row<'branch'>, values?: Values<'patient'>): Promise<Row<'patient'>>
  installation(
    clinic: OfClinic,
    wishes?: InstallationWishes,
  ): Promise<{ installation: Row<'installation'>; token: string }>
}

const OPENS = Array.from({ length: 7 }, () => '09:00')
const CLOSES = Array.from({ length: 7 }, () => '17:00')

/** Over all databases of a process: those of cells share their plugins. */
let count = 0

export function factories(sql: Sql): Factories {
  const now = () => new Date().toISOString()

  async function insert<Table extends keyof Database>(table: Table, values: Values<Table>): Promise<Row<Table>> {
    const columns = Object.keys(values).map(name => `"${name}"`)
    const places = columns.map((_, index) => `$${index + 1}`)
    const [row] = await sql<Row<Table> & QueryResultRow>(
      `insert into "${table}" (${columns}) values (${places}) returning *`,
      Object.values(values),
    )
    if (!row) throw new Error(`Nothing was inserted into ${table}.`)
    return row
  }

  const stamped = (clinic: OfClinic, prefix: string) => ({
    company_id: clinic.company_id,
    id: newId(prefix),
    created_at: now(),
    updated_at: now(),
  })

  return {
    insert,
    clinic: values =>
      insert('clinic', {
        company_id: newId('cli'),
        name: `Clinic ${++count}`,
        country: 'SA',
        currency: 'SAR',
        time_zone: 'Asia/Riyadh',
        locale: 'en-SA',
        tax_percent: 15,
        ...values,
      }),
    branch: (clinic, values) =>
      insert('branch', {
        ...stamped(clinic, 'bra'),
        name: `Branch ${++count}`,
        rooms: ['1', '2'],
        opens: OPENS,
        closes: CLOSES,
        ...values,
      }),
    async doctor(branches, values) {
      const doctor = await insert('practitioner', {
        ...stamped(branches[0], 'pra'),
        display_name: `Dr. Doctor ${++count}`,
        role: 'doctor',
        is_doctor: true,
        ...values,
      })
      const { company_id, id: practitioner_id } = doctor
      for (const { id } of branches) await insert('practitioner_branch', { company_id, practitioner_id, branch_id: id })
      return doctor
    },
    patient: (branch, values) =>
      insert('patient', {
        ...stamped(branch, 'pat'),
        branch_id: branch.id,
        // Beyond those that the clinic's own counter gives out.
        file_number: 1_000_000 + ++count,
        first_name: 'Patient',
        last_name: `Number ${count}`,
        search_text: `patient number ${count}`,
        name_text: `patient number ${count}`,
        ...values,
      }),
    async installation(clinic, wishes = {}) {
      const { scopes = scopeNames, events = EVENT_TYPES, status = 'ACTIVE', ipRanges = [] } = wishes
      const { mode = clinic.sandbox ? 'TEST' : 'LIVE' } = wishes
      const created_at = now()
      const plugin = await insert('plugin', { id: newId('plu'), slug: `plugin-${++count}`, created_at })
      const version = await insert('plugin_version', {
        id: newId('plv'),
        plugin_id: plugin.id,
        version: '1.0.0',
        manifest: JSON.stringify(manifestFor(plugin.slug, scopes, events)),
        manifest_hash: '',
        published_at: created_at,
      })
      const installation = await insert('installation', {
        ...stamped(clinic, 'ins'),
        plugin_id: plugin.id,
        plugin_version_id: version.id,
        mode,
        status,
        granted_scopes: [...scopes],
        granted_events: [...events],
        installed_at: created_at,
      })
      const token = newPluginToken(mode)
      await insert('plugin_token', {
        company_id: clinic.company_id,
        id: newId('ptk'),
        installation_id: installation.id,
        token_hash: Buffer.from(tokenHash(token), 'hex'),
        hint: token.slice(0, 14),
        allowed_ip_ranges: ipRanges,
        created_at,
      })
      return { installation, token }
    },
  }
}

const manifestFor = (slug: string, requestedScopes: readonly string[], requestedEvents: readonly string[]) => ({
  manifestVersion: 1,
  plugin: {
    slug,
    name: { en: 'A plugin' },
    description: { en: 'Invented for a test.' },
    developerName: 'Nobody',
    supportEmail: 'nobody@example.com',
    privacyPolicyUrl: 'https://example.com/privacy',
  },
  // A manifest asks for one scope at least, also where a test grants none.
  requestedScopes: requestedScopes.length > 0 ? requestedScopes : ['clinic:read'],
  requestedEvents,
})

const scopeNames = Object.keys(SCOPES) as ScopeName[]
