import { sql } from '../../db/statement.ts'
import type { RowsByTable } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { DAY_MS, HOUR_MS, iso } from '../clock.ts'
import type { LoginPlan } from '../logins.ts'
import { type Random, seededRandom } from '../random.ts'
import { type InstalledPlugin, insert } from './installed.ts'

type Row<Table extends keyof RowsByTable> = NonNullable<RowsByTable[Table]>[number]

const LOG_DAYS = 14
const AUDIT_DAYS = 30
const NETWORK = '203.0.113.40'

/** What a plugin asks for, how often a day, and whether it is shown who a patient is. */
interface Habit {
  operation: string
  aDay: number
  scope: string
  aboutPatient?: true
}
const HABITS: Readonly<Record<string, readonly Habit[]>> = {
  'smile-reminders': [
    { operation: 'listAppointments', aDay: 12, scope: 'appointments:read' },
    { operation: 'getPatient', aDay: 8, scope: 'patients:read.pii', aboutPatient: true },
    { operation: 'sendMessage', aDay: 4, scope: 'communications:send', aboutPatient: true },
  ],
  'lab-bridge': [{ operation: 'listLabOrders', aDay: 6, scope: 'laborders:read' }],
  'ledger-export': [
    { operation: 'listInvoices', aDay: 8, scope: 'invoices:read' },
    { operation: 'listPayments', aDay: 8, scope: 'payments:read' },
  ],
}

/** A request of the past. */
interface Asked extends Habit {
  plugin: InstalledPlugin
  ms: number
  patientId: string | null
}

/** What the plugins asked for on a day, at hours when a clinic is open. */
function askedOn(plugin: InstalledPlugin, dayStart: number, random: Random, patients: readonly string[]): Asked[] {
  return (HABITS[plugin.slug] ?? []).flatMap(habit =>
    Array.from({ length: habit.aDay }, () => ({
      ...habit,
      plugin,
      ms: dayStart + 6 * HOUR_MS + random.integer(0, 12 * HOUR_MS),
      patientId: habit.aboutPatient ? random.pick(patients) : null,
    })),
  )
}

const REFUSALS = [
  [429, 'rate_limited'],
  [404, 'not_found'],
  [422, 'idempotency_key_reused'],
] as const

function logged({ plugin, operation, ms, patientId }: Asked, random: Random): Row<'request_log'> {
  const isWrite = operation === 'sendMessage'
  const refusal = random.chance(0.03) ? random.pick(REFUSALS) : undefined
  return {
    ...{ installation_id: plugin.id, at: iso(ms), id: newId('req', ms), token_id: plugin.tokenId, operation },
    record_id: isWrite ? null : patientId,
    ...{ status: refusal?.[0] ?? (isWrite ? 202 : 200), code: refusal?.[1] ?? null },
    ...{ duration_ms: random.integer(3, 40), idempotency_key: isWrite ? 'remind-1' : null, replayed: false },
    ...{ address: NETWORK, parameters: operation.startsWith('list') ? ['limit', 'updatedAfter'] : [] },
    ...{ invalid_fields: [], not_logged: 0 },
  }
}

const audited = ({ plugin, operation, ms, scope, patientId }: Asked): Row<'audit_record'> => ({
  ...{ at: iso(ms), recorded_at: iso(ms), request_id: newId('req', ms), caller: `installation ${plugin.id}` },
  ...{ token_id: plugin.tokenId, operation, resource_ids: patientId ? [patientId] : [] },
  ...{ patient_ids: patientId ? [patientId] : [], field_scopes: scope === 'patients:read.pii' ? [scope] : [] },
  address: NETWORK,
})

/** The people of the clinic open files, too. */
function openedByStaff(person: LoginPlan, dayStart: number, random: Random, patients: readonly string[]) {
  return Array.from({ length: 5 }, (): Row<'audit_record'> => {
    const ms = dayStart + 6 * HOUR_MS + random.integer(0, 12 * HOUR_MS)
    const patientId = random.pick(patients)
    return {
      ...{ at: iso(ms), recorded_at: iso(ms), request_id: newId('req', ms), caller: `staff ${person.userId}` },
      ...{ token_id: null, operation: 'getPatientSummary', resource_ids: [patientId], patient_ids: [patientId] },
      ...{ field_scopes: [], address: '203.0.113.10' },
    }
  })
}

function scopesUsed(asked: readonly Asked[]): Row<'scope_use'>[] {
  const used = new Map<string, Row<'scope_use'>>()
  for (const { plugin, scope, ms, patientId } of asked.toSorted((one, other) => one.ms - other.ms)) {
    const day = iso(ms).slice(0, 10)
    const key = [plugin.id, scope, day].join(' ')
    const before = used.get(key) ?? {
      installation_id: plugin.id,
      scope,
      day,
      requests: 0,
      patients: 0,
      last_at: iso(ms),
    }
    used.set(key, {
      ...before,
      requests: before.requests + 1,
      patients: before.patients + (patientId ? 1 : 0),
      last_at: iso(ms),
    })
  }
  return [...used.values()]
}

const somePatients = sql<{ id: string }>('select id from patient where company_id = $1 order by id limit 60')
const recordUse = sql(`
  update plugin_token set last_used_at = $3, last_address = $4 where company_id = $1 and installation_id = $2`)

/** A month in which the plugins worked, and people beside them: what was asked for, shown and recorded. */
export async function makePast(
  tx: Tx,
  plugins: readonly InstalledPlugin[],
  staff: readonly LoginPlan[],
): Promise<void> {
  const random = seededRandom(`plugins ${tx.clinic.id}`)
  const patients = (await tx.sql(somePatients([tx.clinic.id]))).map(({ id }) => id)
  const now = Date.parse(tx.now)
  const starts = Array.from({ length: AUDIT_DAYS }, (_, day) => now - (now % DAY_MS) - (AUDIT_DAYS - day) * DAY_MS)
  const asked = starts.flatMap(start => plugins.flatMap(plugin => askedOn(plugin, start, random, patients)))
  const ofStaff = starts.flatMap(start => staff.flatMap(person => openedByStaff(person, start, random, patients)))
  const recent = asked.filter(({ ms }) => ms > now - LOG_DAYS * DAY_MS)
  await insert(tx, {
    audit_record: [...asked.map(audited), ...ofStaff],
    request_log: recent.map(one => logged(one, random)),
    scope_use: scopesUsed(asked),
  })
  for (const { id } of plugins) {
    const last = Math.max(...asked.flatMap(({ plugin, ms }) => (plugin.id === id ? [ms] : [])))
    await tx.sql(recordUse([tx.clinic.id, id, iso(last), NETWORK]))
  }
}
