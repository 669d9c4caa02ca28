import { userInfo } from 'node:os'
import { DRIVERS } from '../db/drivers.ts'
import { joinEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { requireMigrated } from '../db/require-migrated.ts'
import { type Build, sql } from '../db/statement.ts'
import { factsOf } from '../domain/clinics/clinic-facts.ts'
import type { ClinicRow } from '../domain/clinics/open-clinic.ts'
import { raiseAlarm } from '../domain/security/raise-alarm.ts'
import { type AuditEntry, auditStatement } from '../kernel/audit.ts'
import { refuse } from '../kernel/errors.ts'
import { nameClinic } from '../kernel/name-clinic.ts'
import { openTransactions } from '../kernel/open-transactions.ts'
import { PLATFORM } from '../kernel/platform-facts.ts'
import type { Caller, PlatformTx, Tx } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'
import { type SecretBox, secretBox } from '../kernel/values/secret-box.ts'
import type { Env } from '../settings/env.ts'
import { masterKeys } from '../settings/master-keys.ts'

/** What an operator may do: it administers the platform from its own machine, as the owner of its database. */
export interface Operator {
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Runs a use-case in the clinic that `find` answers. */
  inClinic<Value>(find: FindClinic, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Of the database, as its owner. */
  url: string
  /** Opens what is sealed with the master key. */
  box: SecretBox
  /** Records in a clinic which facts of it, or of one of its records, the command has changed. */
  recordClinic(tx: PlatformTx, companyId: string, fields: readonly string[], resourceId?: string): Promise<void>
  close(): Promise<void>
}

/** Answers a clinic, or 404 for the record by which it was looked for. */
type FindClinic = (tx: PlatformTx) => Promise<ClinicRow>

const finding =
  (resource: string, found: Build<ClinicRow>) =>
  (id: string): FindClinic =>
  async tx =>
    (await tx.sql(found([id])))[0] ?? refuse('not_found', { resource })

export const clinicById = finding('clinic', sql<ClinicRow>('select * from clinic where company_id = $1'))

/** As raiseAlarm does within a use-case. */
const tell = sql("select raise_security_event($1, 'operator_wrote', 'WARN', $2, $3)")

const clinicOf = (table: 'installation' | 'plugin_token') =>
  finding(
    table,
    sql<ClinicRow>(`
      select clinic.* from clinic join ${table} as record on record.company_id = clinic.company_id where record.id = $1`),
  )

export const clinicOfInstallation = clinicOf('installation')
export const clinicOfToken = clinicOf('plugin_token')

/**
 * Works on `DATABASE_URL`, else on the embedded database, whether or not the platform is running on it. What is changed in a
 * clinic is recorded there as what the `act` did, and its owners are told.
 */
export async function openOperator(env: Env, act: string, log: (line: string) => void): Promise<Operator> {
  const box = secretBox(await masterKeys(env))
  const embedded = env.DATABASE_URL ? undefined : await joinEmbedded({ dataDir: env.DATA_DIR, log })
  const url = embedded?.url ?? env.DATABASE_URL
  await (env.MIGRATE ? migrate : requireMigrated)(url, { log })
  const { platform, write, close } = openTransactions(DRIVERS[env.DATABASE_DRIVER], url, 'clinic command', box)
  return {
    platform,
    url,
    box,
    async inClinic(find, run) {
      const clinic = await platform(find)
      const context = { clinic: factsOf(clinic), caller: operatorCaller(), requestId: newId('req'), act }
      return write(context, async tx => {
        const value = await run(tx)
        if (tx.touched.ids.length > 0) await raiseAlarm(tx, 'operator_wrote', act, { command: act })
        return { value }
      })
    },
    async recordClinic(tx, companyId, fields, resourceId = companyId) {
      await tx.sql(nameClinic([companyId]))
      await tx.sql(auditStatement(entryOf(companyId, act, resourceId), fields))
      // The platform's own owners are those who run the command.
      if (companyId !== PLATFORM.id)
        await tx.sql(tell([companyId, act, JSON.stringify({ command: act, actor: operatorName() })]))
    },
    async close() {
      await close()
      await embedded?.stop()
    },
  }
}

const entryOf = (companyId: string, operation: string, resourceId: string): AuditEntry => ({
  ...{ companyId, requestId: newId('req'), caller: operatorName(), tokenId: null, operation },
  ...{ resourceIds: [resourceId], patientIds: [], throughIds: [], fieldScopes: [], address: null },
})

const operatorCaller = (): Caller => ({
  kind: 'system',
  id: `operator ${accountName()}`,
  tokenId: null,
  holds: () => true,
})

/** Who it is, as a record names them. */
export const operatorName = (): string => `system ${operatorCaller().id}`

/** An account without an entry in the machine's list has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
