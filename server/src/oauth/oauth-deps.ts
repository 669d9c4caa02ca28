import type { FastifyRequest } from 'fastify'
import { type Statement, sql } from '../db/statement.ts'
import type { StaffSession } from '../domain/staff/session.ts'
import type { Strangers } from '../http/strangers.ts'
import type { Tally } from '../kernel/tally.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { FindClient } from './clients.ts'
import type { Origin } from './events.ts'
import type { Take } from './limits.ts'
import type { Places } from './places.ts'

/** What the authorization server is made with. */
export interface OAuthDeps {
  /** Runs in one transaction that sees the connections of all clinics. */
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** Runs one statement that stands alone, as a member of clinic_app; the caller names the type of its rows. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  /** Which cell this is; null where control is. */
  cell: string | null
  findClient: FindClient
  /** Limits who is known. */
  take: Take
  /** Limits who is not. */
  strangers: Strangers
  box: SecretBox
  /** The public origins, without a slash at the end: the API's is the issuer. */
  places: Places
  /** The clinic's login that a request comes with, if it does. */
  session(request: FastifyRequest): Promise<StaffSession | undefined>
  originOf(request: FastifyRequest): Origin
  /** Codes and refresh tokens that came again, for metrics. */
  replays: Tally
  /** Requests for tokens, for metrics. */
  asked: Tally
}

const enter = sql("select set_config('app.part', 'authorization server', true)")([])

/** Lets a transaction see grants, codes and tokens of all clinics, which are looked up before a clinic is known. */
export async function asAuthorizationServer<Value>(
  tx: PlatformTx,
  run: (tx: PlatformTx) => Promise<Value>,
): Promise<Value> {
  await tx.sql(enter)
  return run(tx)
}
