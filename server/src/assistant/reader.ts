import { LRUCache } from 'lru-cache'
import type { Driver } from '../db/driver.ts'
import { type Replica, readersOf } from '../db/replica.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusalOf } from '../kernel/constraints.ts'
import { type Cursors, signedCursors } from '../kernel/cursor.ts'
import { refuse } from '../kernel/errors.ts'
import { readTx } from '../kernel/read-tx.ts'
import type { ClinicFacts, Tx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { Connection } from './connection.ts'
import type { Visibility } from './visibility.ts'

/** The clinic as a connection sees it. */
export interface ConnectedClinic extends ClinicFacts {
  name: string
}

/** A connection's way to the database. */
export interface Reading {
  clinic: ConnectedClinic
  /** Sees the branches that the person is limited to. */
  tx: Tx
  /** Sees all branches, for what a branch's diary depends on. */
  allBranches(): Tx
}

export type Reader = ReturnType<typeof openReader>

const CONNECTIONS = 2
const FACTS_MS = 60_000
const MAX_CLINICS = 10_000
const enterClinic = sql("select set_config('app.company', $1, true), set_config('app.branches', $2, true)")
const factsOfClinic = sql<ConnectedClinic>(`
  select company_id as id, name, country, currency, time_zone as "timeZone", tax_percent as "taxPercent", sandbox,
    clock_offset_ms as "clockOffsetMs", resets
  from clinic where company_id = $1`)

/** Cursors of one connection: what was given to one is worth nothing to another. */
const boundTo = (grantId: string, cursors: Cursors): Cursors => ({
  write: (position, belongsTo) => cursors.write(position, `${grantId}\n${belongsTo}`),
  read: (cursor, belongsTo) => cursors.read(cursor, `${grantId}\n${belongsTo}`),
})

/** As `reads_branch` reads it: every branch where that is said, else those listed, so that no branch means none. */
const branchesOf = ({ all_branches: all, branch_ids: ids }: Connection): string => (all ? '*' : ids.join())

/**
 * Reads as a member of clinic_reader: one clinic, the person's branches, and nothing but what tools show; from the replica
 * while that is near enough.
 */
export function openReader(driver: Driver, url: string, box: SecretBox, replica?: Replica) {
  const here = driver.readers(url, 'assistant reads', CONNECTIONS)
  const there = replica && driver.readers(replica.url, 'assistant reads', CONNECTIONS)
  const connections = replica && there ? readersOf(replica, { there, here }) : here
  const cursors = signedCursors(box)

  async function run<Row>(companyId: string, branches: string, statement: Statement<Row>): Promise<Row[]> {
    try {
      return await connections.run(enterClinic([companyId, branches]), statement)
    } catch (error) {
      throw refusalOf(error)
    }
  }

  async function readFacts(companyId: string): Promise<ConnectedClinic> {
    const [clinic] = await run(companyId, '*', factsOfClinic([companyId]))
    return clinic ?? refuse('not_found', { resource: 'clinic' })
  }

  /** Currency, time zone and name hardly ever change; whether the clinic may be read at all is asked at every call. */
  const facts = new LRUCache<string, ConnectedClinic>({ max: MAX_CLINICS, ttl: FACTS_MS, fetchMethod: readFacts })

  return {
    async open(connection: Connection, { holds }: Visibility, requestId: string): Promise<Reading> {
      const { grant_id: grantId, company_id: companyId } = connection
      const clinic = await facts.forceFetch(companyId)
      const caller = { kind: 'assistant', id: grantId, tokenId: null, holds } as const
      const txOf = (branches: string) =>
        readTx(
          { clinic, caller, requestId },
          { cursors: boundTo(grantId, cursors), box },
          {
            run: statement => run(companyId, branches, statement),
            delta: () => Promise.reject(new Error('No tool reads a delta.')),
          },
        )
      return { clinic, tx: txOf(branchesOf(connection)), allBranches: () => txOf('*') }
    },
    /** Fails while the database does not answer. */
    answers: async () => void (await connections.run(enterClinic(['', '']), sql('select 1')([]))),
    close: () => connections.close(),
  }
}
