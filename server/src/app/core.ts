import { createEgress, type Egress } from '../egress/agent.ts'
import type { AddressOf } from '../http/admit.ts'
import type { PipelineDeps } from '../http/call.ts'
import { PatientsADay } from '../http/patients-a-day.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { RequestLog } from '../http/request-log.ts'
import { type Strangers, strangersOf } from '../http/strangers.ts'
import { Grants } from '../http/surfaces/grants.ts'
import { TokenWatch } from '../http/surfaces/token-watch.ts'
import { auditLog, bearerLog, type RecordBearer, type RecordRefusal, refusalLog } from '../kernel/audit.ts'
import { CountedRecords } from '../kernel/counted-records.ts'
import { clinicOfHolder, findClinic } from '../kernel/find-clinic.ts'
import { SandboxNews } from '../kernel/sandbox-news.ts'
import { Tally } from '../kernel/tally.ts'
import type { Traceable } from '../kernel/traceable.ts'
import { transactions } from '../kernel/transactions.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { addressReader } from '../network/ip-allowlist.ts'
import type { EnvOf } from '../settings/role-env.ts'
import { localWebhooks } from '../settings/switches.ts'
import type { Connections } from './connections.ts'

/** What every part of the API process works with. */
export interface Core extends PipelineDeps {
  env: EnvOf<'api'>
  connections: Connections
  grants: Grants
  rateLimiter: RateLimiter
  egress: Egress
  /** What anybody may repeat without end is recorded through these. */
  countedRecords: CountedRecords
  recordRefusal: RecordRefusal
  /** What is done at an address that was handed out is recorded through it. */
  recordBearer: RecordBearer
  /** What plugins ask for is written down through it. */
  requestLog: RequestLog
  tokenWatch: TokenWatch
  /** Codes and refresh tokens that came again. */
  oauthReplays: Tally
  /** Requests for tokens, by what was given for them and what came of it. */
  oauthTokens: Tally
  /** What requests to sandbox clinics can wait for. */
  sandboxNews: SandboxNews
  /** Finds a clinic's facts by its id. */
  clinicById(companyId: string): Promise<ClinicFacts | undefined>
  /** The same for who holds something of it, who is told where it lives. */
  clinicOfHolder(companyId: string): Promise<ClinicFacts | undefined>
  addressOf: AddressOf
  strangers: Strangers
}

export function openCore(
  env: EnvOf<'api'>,
  box: SecretBox,
  connections: Connections,
  databaseUrl: string,
  traceparent?: Traceable['traceparent'],
): Core {
  const { readers, writers, reporters, late, counters, control, audits, shown, requests } = connections
  const addressOf = addressReader(env.TRUST_PROXY)
  const countedRecords = new CountedRecords()
  return {
    env,
    connections,
    box,
    grants: new Grants({
      ...{ connections: counters, control: connections.tokens },
      ...{ listenUrl: databaseUrl, cell: connections.cell },
    }),
    rateLimiter: rateLimiterOf(env, connections),
    egress: createEgress({ allowPrivate: localWebhooks(env) }),
    oauthReplays: new Tally(['code.replayed'], ['token.reused']),
    oauthTokens: new Tally(),
    sandboxNews: new SandboxNews(databaseUrl),
    clinicById: findClinic(readers),
    clinicOfHolder: clinicOfHolder(readers),
    addressOf,
    strangers: strangersOf(env, addressOf),
    recordAudit: auditLog(audits),
    countedRecords,
    recordRefusal: refusalLog(audits, countedRecords),
    recordBearer: bearerLog(audits),
    requestLog: new RequestLog({ run: statement => requests.run(statement) }),
    tokenWatch: new TokenWatch({ run: statement => audits.run(statement) }),
    patientsADay: new PatientsADay({
      run: statement => shown.run(statement),
      perDay: env.EGRESS_PATIENTS_PER_DAY,
      enabled: env.RATE_LIMITS,
    }),
    transactions: transactions({
      readers,
      writers,
      reporters,
      lateReporters: late?.reports,
      counters,
      control,
      box,
      traceparent,
    }),
  }
}

const rateLimiterOf = (env: EnvOf<'api'>, { counters }: Connections): RateLimiter =>
  new RateLimiter({
    run: statement => counters.run(statement),
    limits: {
      read: { perMinute: env.RATE_LIMIT_READ_PER_MINUTE, burst: env.RATE_LIMIT_READ_BURST },
      write: { perMinute: env.RATE_LIMIT_WRITE_PER_MINUTE, burst: env.RATE_LIMIT_WRITE_BURST },
      message: { perMinute: env.RATE_LIMIT_MESSAGE_PER_MINUTE, burst: env.RATE_LIMIT_MESSAGE_BURST },
    },
    enabled: env.RATE_LIMITS,
  })
