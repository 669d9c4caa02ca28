import { userInfo } from 'node:os'
import { db } from '../db/builder.ts'
import { DRIVERS } from '../db/drivers.ts'
import { joinEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { factsOf } from '../domain/clinics/clinic-facts.ts'
import type { ClinicRow } from '../domain/clinics/open-clinic.ts'
import { refuse } from '../kernel/errors.ts'
import { openTransactions } from '../kernel/open-transactions.ts'
import type { Caller, PlatformTx, Tx } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import type { Env } from '../settings/env.ts'
import { masterKeys } from '../settings/master-keys.ts'

/** What an operator may do: it administers the platform from its own machine, as the owner of its database. */
export interface Operator {
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Runs a use-case in the clinic that `find` answers. */
  inClinic<Value>(find: FindClinic, run: (tx: Tx) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** Answers a clinic, or 404 for the record by which it was looked for. */
type FindClinic = (tx: PlatformTx) => Promise<ClinicRow>

const clinics = db.selectFrom('clinic').selectAll('clinic')

export const clinicById =
  (id: string): FindClinic =>
  async tx =>
    (await tx.row(clinics.where('company_id', '=', id))) ?? refuse('not_found', { resource: 'clinic' })

export const clinicOfInstallation =
  (id: string): FindClinic =>
  async tx =>
    (await tx.row(
      clinics.innerJoin('installation as i', 'i.company_id', 'clinic.company_id').where('i.id', '=', id),
    )) ?? refuse('not_found', { resource: 'installation' })

export const clinicOfToken =
  (id: string): FindClinic =>
  async tx =>
    (await tx.row(
      clinics.innerJoin('plugin_token as t', 't.company_id', 'clinic.company_id').where('t.id', '=', id),
    )) ?? refuse('not_found', { resource: 'plugin_token' })

/** Works on `DATABASE_URL`, else on the embedded database, whether or not the platform is running on it. */
export async function openOperator(env: Env, log: (line: string) => void): Promise<Operator> {
  const box = secretBox(await masterKeys(env))
  const embedded = env.DATABASE_URL ? undefined : await joinEmbedded({ dataDir: env.DATA_DIR, log })
  const url = embedded?.url ?? env.DATABASE_URL
  await migrate(url, { log })
  const { platform, write, close } = openTransactions(DRIVERS[env.DATABASE_DRIVER], url, 'clinic command', box)
  return {
    platform,
    async inClinic(find, run) {
      const clinic = await platform(find)
      const context = { clinic: factsOf(clinic), caller: operatorCaller(), requestId: newId('req') }
      return write(context, async tx => ({ value: await run(tx) }))
    },
    async close() {
      await close()
      await embedded?.stop()
    },
  }
}

const operatorCaller = (): Caller => ({
  kind: 'system',
  id: `operator ${accountName()}`,
  tokenId: null,
  holds: () => true,
})

/** An account without an entry in the machine's list has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
