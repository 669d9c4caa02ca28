import type { Logger } from 'pino'
import type { Driver } from '../db/driver.ts'
import { type Replica, watchReplica } from '../db/replica.ts'
import { pooledUrl } from '../db/session.ts'
import { auditSigningKey } from '../domain/audit/signing-key.ts'
import type { Egress } from '../egress/agent.ts'
import { type OpenTransactions, openTransactions } from '../kernel/open-transactions.ts'
import { PLATFORM } from '../kernel/platform-facts.ts'
import type { Traceable } from '../kernel/traceable.ts'
import type { Caller } from '../kernel/tx.ts'
import { newId } from '../kernel/values/ids.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { openStorage } from '../providers/files/open-storage.ts'
import { messageCarriers, ownerMail } from '../providers/messages/carriers.ts'
import { paymentGateways } from '../providers/payments/gateways.ts'
import { sandboxWorld } from '../providers/sandbox-world.ts'
import { publicUrl } from '../settings/addresses.ts'
import type { DatabaseUrls } from '../settings/database-urls.ts'
import type { EnvOf } from '../settings/role-env.ts'
import type { JobDeps } from './job.ts'

interface JobEnvironment extends Traceable {
  driver: Driver
  env: EnvOf<'worker'>
  databaseUrls: Omit<DatabaseUrls, 'reader'>
  box: SecretBox
  egress: Egress
  log: Logger
}

const callerOf = (job: string): Caller => ({ kind: 'system', id: `job ${job}`, tokenId: null, holds: () => true })

const noSandboxPage = () => Promise.reject(new Error('The sandbox gateway has its page in the API process.'))

/** What runs in a clinic for a job, at an instant of a clock that is being moved, where one is given. */
const writesIn =
  (clinics: OpenTransactions, at?: string): JobDeps['inClinicFor'] =>
  act =>
  async (companyId, run) => {
    const clinic = companyId === PLATFORM.id ? PLATFORM : await clinics.clinic(companyId)
    if (!clinic) throw new Error('A job names a clinic that does not exist.')
    const context = { clinic, caller: callerOf(act), requestId: newId('req'), act, ...(at !== undefined && { at }) }
    return clinics.write(context, async tx => ({ value: await run(tx) }))
  }

const replicaOf = (driver: Driver, env: EnvOf<'worker'>, databaseUrl: string): Replica | undefined =>
  watchReplica(driver, {
    databaseUrl,
    replicaUrl: env.REPORT_DATABASE_URL,
    maxLagMs: env.REPORT_MAX_LAG_MS,
  })

/** Connects jobs to the database, to carriers and gateways, and to the network. */
export function openJobDeps({
  driver,
  env,
  databaseUrls,
  box,
  egress,
  log,
  traceparent,
}: JobEnvironment): JobDeps & { close(): Promise<void> } {
  const open = (url: string, name: string) =>
    openTransactions(driver, pooledUrl(url, env.POOL_URL), name, box, { directUrl: url, traceparent })
  const clinics = open(databaseUrls.app, 'clinic job')
  const platform = open(databaseUrls.dispatcher, 'clinic platform job')
  const keeper = open(databaseUrls.keeper, 'clinic keeper')
  const sealer = open(databaseUrls.sealer, 'clinic sealer')
  const retention = open(databaseUrls.retention, 'clinic retention')
  const replica = replicaOf(driver, env, databaseUrls.dispatcher)
  const opened = openStorage(env, box, () => publicUrl(env))
  const files = opened.storage
  const gateways = paymentGateways({ env, box, deliver: noSandboxPage })
  const depsAt = (at?: string): JobDeps => ({ ...shared, ...inTime(at), at: depsAt })
  const inTime = (at?: string) => {
    const inClinicFor = writesIn(clinics, at)
    const inClinic = inClinicFor('send')
    return {
      inClinicFor,
      carriers: messageCarriers({ env, box, inClinic }),
      ownerMail: ownerMail({ env, box, inClinic }),
    }
  }
  const shared = {
    box,
    egress,
    files,
    log,
    onPlatform: platform.platform,
    asKeeper: keeper.platform,
    asSealer: sealer.platform,
    asRetention: retention.platform,
    replicaLagMs: () => replica?.lagMs(),
    auditKey: auditSigningKey(env.AUDIT_SIGNING_KEY, box),
    consoleUrl: env.WEB_ORIGIN || publicUrl(env),
    patientUrl: publicUrl(env),
    mayRegister: env.PUBLISHER_SIGNUP !== 'off',
    gateways,
    world: sandboxWorld(box, gateways, opened),
    callbackUrl: (about: string, provider: string, companyId: string) =>
      `${publicUrl(env)}/callbacks/${about}/${provider}/${companyId}`,
  }
  return {
    ...depsAt(),
    async close() {
      files.close()
      await Promise.all([clinics, platform, keeper, sealer, retention, replica].map(one => one?.close()))
    },
  }
}
