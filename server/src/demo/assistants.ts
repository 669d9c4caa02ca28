import { hash } from 'node:crypto'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { sql } from '../db/statement.ts'
import { callerOf, isConnection } from '../domain/assistants/connections.ts'
import type { Tx } from '../kernel/tx.ts'
import { ID_PREFIX } from '../kernel/values/id-prefixes.ts'
import { derivedId } from '../kernel/values/ids.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { iso } from './clock.ts'
import { loginPlans } from './logins.ts'
import type { ClinicPlan } from './plan.ts'
import { seededRandom } from './random.ts'

interface AssistantPlan {
  key: string
  /** Whose it is. */
  role: StaffRole
  client: { id: string; kind: 'cimd' | 'dcr'; name: string; redirectUri: string }
  scope: string
  /** How long ago it was connected. */
  days: number
  /** The tools it called, oldest first, and how many hours ago each; the last is when it was used last. */
  calls: readonly (readonly [tool: string, hoursAgo: number])[]
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MORNING = ['list_appointments', 'get_patient_summary', 'list_treatments', 'search_patients', 'list_encounters']

/** A week of mornings with an assistant, the last of them a little ago. */
const mornings = Array.from({ length: 7 }, (_, day) =>
  MORNING.map((tool, index) => [tool, (6 - day) * 24 + 2 + (MORNING.length - index) / 10] as const),
).flat()

/** An assistant that says who it is and is used every day, and one that no document vouches for and that lies idle. */
const ASSISTANTS: readonly AssistantPlan[] = [
  {
    key: 'daily',
    role: 'doctor',
    client: {
      id: 'https://assistant.example/client.json',
      kind: 'cimd',
      name: 'Demo Assistant',
      redirectUri: 'https://assistant.example/callback',
    },
    scope: 'clinic:read schedule:read patients:read clinical:read',
    days: 12,
    calls: mornings,
  },
  {
    key: 'idle',
    role: 'owner',
    client: {
      id: 'oac_demo_ledger_invented_for_the_demo',
      kind: 'dcr',
      name: 'Demo Ledger',
      redirectUri: 'https://ledger.example/callback',
    },
    scope: 'clinic:read schedule:read billing:read',
    days: 33,
    calls: [
      ['list_invoices', 27 * 24],
      ['list_payments', 27 * 24 - 0.2],
    ],
  },
]

const addClient = sql(`
  insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at, first_consent_at)
  values ($1, $2, $3, array[$4], '{authorization_code,refresh_token}', $5, $5) on conflict do nothing`)
const addGrant = sql(`
  insert into oauth_grant (id, client_id, user_id, company_id, scope, resource, second_factor, created_at, absolute_end,
    last_used_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`)
/** A refresh token whose text is kept nowhere: what makes a connection last. */
const addToken = sql(`
  insert into oauth_token (token_hash, type, grant_id, client_id, company_id, user_id, scope, created_at, expires_at)
  values ($1, 'refresh', $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`)
/** As of then: only the owner of the database, which the demo is made as, may say when something was. */
const addCall = sql(`
  insert into audit_record (company_id, at, recorded_at, request_id, caller, operation, resource_ids, patient_ids, field_scopes,
    address)
  values ($1, $2, $2, $3, $4, $5, $6, $6, '{}', '203.0.113.20')`)
const somePatients = sql<{ id: string }>('select id from patient where company_id = $1 order by id limit 40')

/**
 * Connects two assistants to the clinic, one of them used a little ago, where they were never connected: what a person
 * disconnected stays disconnected.
 */
export async function makeAssistants(tx: Tx, plan: ClinicPlan, box: SecretBox, resource: string): Promise<void> {
  for (const assistant of ASSISTANTS) {
    const login = loginPlans(plan, box).find(({ role }) => role === assistant.role)
    const id = derivedId(ID_PREFIX.oauth_grant, 'demo', plan.key, assistant.key)
    if (!login || (await isConnection(tx, id, null))) continue
    await connect(tx, { ...assistant, id, userId: login.userId, hasFactor: login.totpSecret !== null, resource })
    await use(tx, { ...assistant, id, seed: `${plan.key} ${assistant.key}` })
  }
}

interface Connecting extends AssistantPlan {
  id: string
  userId: string
  hasFactor: boolean
  resource: string
}

async function connect(tx: Tx, wish: Connecting): Promise<void> {
  const { id, client, userId, hasFactor, resource, scope, days, calls } = wish
  const now = Date.parse(tx.now)
  const at = iso(now - days * DAY_MS)
  const lastUsed = calls.map(([, hoursAgo]) => iso(now - hoursAgo * HOUR_MS)).at(-1) ?? null
  const whose = [client.id, userId, tx.clinic.id, scope]
  await tx.sql(addClient([client.id, client.kind, client.name, client.redirectUri, at]))
  await tx.sql(addGrant([id, ...whose, resource, hasFactor, at, iso(now + (90 - days) * DAY_MS), lastUsed]))
  const token = hash('sha256', `${id} ${tx.now} nobody knows`, 'buffer')
  const end = iso(now + 30 * DAY_MS)
  await tx.sql(addToken([token, id, client.id, tx.clinic.id, userId, scope, at, end]))
}

async function use(tx: Tx, { id, calls, seed }: AssistantPlan & { id: string; seed: string }): Promise<void> {
  const random = seededRandom(seed)
  const patients = await tx.sql(somePatients([tx.clinic.id]))
  for (const [index, [operation, hoursAgo]] of calls.entries()) {
    const isAboutPatients = !operation.startsWith('list_invoices') && !operation.startsWith('list_payments')
    const shown = isAboutPatients ? patients.filter(() => random.chance(1 / 12)).map(patient => patient.id) : []
    const at = iso(Date.parse(tx.now) - hoursAgo * HOUR_MS)
    const requestId = derivedId(ID_PREFIX.request, 'demo', seed, String(index))
    await tx.sql(addCall([tx.clinic.id, at, requestId, callerOf(id), operation, shown]))
  }
}
