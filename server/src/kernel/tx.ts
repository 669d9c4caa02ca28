import type { FieldRight } from '@clinic/contract/field-rights.ts'
import type { EventData, EventDeclaration } from '@clinic/contract/kernel.ts'
import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import type { VersionedRecord } from '@clinic/contract/versions.ts'
import type { Statement } from '../db/statement.ts'
import type { Database, NewRow, RowChanges, TableRow } from '../db/tables.ts'
import type { Cursors } from './cursor.ts'
import type { Touched } from './touched.ts'
import type { SecretBox } from './values/secret-box.ts'

/**
 * The words that a reader meets here.
 *
 * - *transaction*: what commits together or not at all. A read is one for each statement, a report one that sees a single
 *   instant, a write one for the whole request.
 * - *Tx*: what a use-case holds of a transaction, and its only way to the database.
 * - *clinic*: the tenant. Every row of a clinic carries its id as `company_id`, first in every key.
 * - *row-level security*: PostgreSQL shows and takes the rows of one clinic alone, the one that the transaction has *named*
 *   in `app.company` by its first statement.
 * - *caller*: who acts. A plugin's installation, a member of staff, an assistant's connection, or the platform itself.
 * - *grant*: what a caller may do in a clinic; scopes are its parts. It is remembered between requests.
 * - *grant version*: a number that rises when anything changes on which grants of the clinic depend. A transaction asks
 *   first whether the version that its caller was let in under *is current*; else it fails with StaleGrant, and the grant is
 *   read again.
 * - *refusal*: an error that the contract names, by its code. Any other error answers 500.
 * - *record*: a row with an id of its own, as the API shows it; *row* is any row.
 * - *defaulted columns*: columns that the table's defaults fill, so that an insert need not send them.
 * - *outbox event*: what happened, stored in the transaction in which it happened, so that it is told if and only if that
 *   has committed. *Fan-out* makes its *deliveries*, one for each endpoint that is to hear of it, in the same transaction.
 * - *delta*: what was changed since an instant, oldest change first. It ends at the *horizon*, the instant before which no
 *   transaction under way can still commit anything, so that a reader misses nothing.
 * - *clock*: the time that a clinic goes by. That of a sandbox clinic may be ahead of the real one, by one offset.
 * - *cursor*: where a page of a list ended, signed, and worth nothing for any other list, filter or clinic.
 * - *request key*: the Idempotency-Key, under which a request that is sent twice is answered once.
 * - *driver*, *shared* and *dedicated connection*: see db/driver.ts.
 */

/** What the rules need to know of the clinic without asking for it again. */
export interface ClinicFacts {
  id: string
  country: string
  currency: string
  timeZone: string
  taxPercent: number
  sandbox: boolean
  /** How far its clock is ahead of the real one, in milliseconds: 0 but in a sandbox clinic whose clock was moved. */
  clockOffsetMs: number
  /** How often the sandbox was reset: a cursor from before is none of the lists after. */
  resets: number
}

/** All branches of a clinic, or those that are named: none where none is. */
export interface BranchSight {
  readonly allBranches: boolean
  readonly branchIds: readonly string[]
}

/** A member of staff as the login shows them. */
export interface Person {
  readonly name: string
  readonly role: StaffRole
  /** Who they are on the list of practitioners; null where they are not on it. */
  readonly practitionerId: string | null
  /** The branches that they see. */
  readonly sight: BranchSight
  /** When the login proved a second factor; null where it did not. */
  readonly secondFactorAt: string | null
  /** Until when the login need not prove again who is at the screen; null where it has to. */
  readonly confirmedUntil: string | null
  /** Where the request came from. */
  readonly address: string
}

/** Who acts: an installation, a member of staff, an assistant on a doctor's behalf, a key of a publisher, or the platform itself. */
export interface Caller {
  kind: 'installation' | 'staff' | 'assistant' | 'publisher' | 'system'
  /** The installation's, user's, grant's or key's id; the job's name for the platform itself. */
  id: string
  tokenId: string | null
  /** Of a member of staff, the person and their login. */
  person?: Person
  holds(right: FieldRight): boolean
}

/** On whose behalf a transaction runs. */
export interface Context {
  clinic: ClinicFacts
  caller: Caller
  requestId: string
  requestKey?: string | null
  /** The version that a change says it is made for. */
  requestVersion?: number | null
  /** The version of the grant that let the request in: every transaction begins by asking whether it is current. */
  grantVersion?: number | null
  /** What is done, where no operation says it: a write then commits the record of what it changed by itself. */
  act?: string
  /** The instant at which it is done, by the clock of a sandbox clinic that is being moved. */
  at?: string
  /** Where it is done from, where that is known. */
  address?: string | null
  /** Whether records of restricted patients are there for it: for those who see to erasures, and for what writes by itself. */
  showsRestricted?: boolean
}

/** Tables whose rows are records of a clinic: keyed by (company_id, id), with created_at and updated_at. */
export type RecordTable = {
  [Table in keyof Database]: 'company_id' | 'id' | 'created_at' | 'updated_at' extends keyof Database[Table]
    ? Table
    : never
}[keyof Database]

/** Columns that the platform fills: the first version of a record is 1. */
type Own<Table> = 'company_id' | 'created_at' | 'updated_at' | (Table extends VersionedRecord ? 'version' : never)
type Given<Table extends RecordTable> = Omit<NewRow<Table>, Own<Table>>
type Whole<Table extends RecordTable> = Omit<TableRow<Table>, Own<Table>>
type Changed<Table extends RecordTable> = Omit<RowChanges<Table>, 'company_id' | 'id' | 'created_at'>

/** What changed of parts of a record that lie in other tables, by a name as columns have it: what they were, and are. */
export type Parts = Readonly<Record<string, readonly [from: unknown, to: unknown]>>

/**
 * The only way to the database. Everything a Tx runs belongs to one clinic, and row-level security holds it to that.
 * In a read each statement stands alone; in a write all of them, the events and the stored response commit together.
 */
export interface Tx {
  readonly clinic: ClinicFacts
  readonly caller: Caller
  readonly requestId: string
  /**
   * The instant of the transaction by the clinic's clock, ISO 8601 with milliseconds: every createdAt and updatedAt it
   * writes, and all that the clinic decides by.
   */
  readonly now: string
  /** The same by the real clock: for what outlives a test of a plugin, such as tokens, deliveries, keys and secrets. */
  readonly realNow: string
  /** The Idempotency-Key, where there is one: ids that must not come twice are derived from it. */
  readonly requestKey: string | null
  /** The version that was shown to the person who changes a record, where that is asked for. */
  readonly requestVersion: number | null

  /** For memberships, invitations and connections: this very transaction; in a cell one where control is, which commits first. */
  readonly control: Pick<Tx, 'sql' | 'get' | 'insert'>
  /** Runs a statement, which knows the type of its rows. */
  sql<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The same for a statement that reads a delta: it may refer to `current_setting('app.horizon')`. */
  delta<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The clinic's record, or 404. */
  get<Table extends RecordTable>(table: Table, id: string): Promise<TableRow<Table>>
  /** The clinic's record, locked until the transaction ends, or 404. */
  lock<Table extends RecordTable>(table: Table, id: string): Promise<TableRow<Table>>
  /**
   * Adds a record of which every column is known. It is sent with the next statement or with the commit, so it costs no
   * round trip; what the database refuses is refused then. `defaultedColumns` are those that the table's own defaults fill with
   * just these values: they are answered, but not sent.
   */
  add<Table extends RecordTable, Defaulted extends Partial<Whole<Table>> = Record<never, never>>(
    table: Table,
    values: Omit<Whole<Table>, keyof Defaulted>,
    defaultedColumns?: Defaulted,
  ): TableRow<Table>
  /** Adds a record and answers it as the database completed it. */
  insert<Table extends RecordTable>(table: Table, values: Given<Table>): Promise<TableRow<Table>>
  /** Changes the record and its updated_at, or 404; where versions are counted, changeRecord() does. */
  update<Table extends Exclude<RecordTable, VersionedRecord>>(
    table: Table,
    id: string,
    changes: Changed<Table>,
  ): Promise<TableRow<Table>>
  /**
   * How changeRecord() changes a record whose versions are counted, and keeps what it was, in the same round trip; `by` is who
   * is kept as having changed it, where that is another than the caller.
   */
  change<Table extends VersionedRecord>(
    table: Table,
    before: TableRow<Table>,
    changes: object,
    kept?: { parts?: Parts | undefined; by?: string | undefined },
  ): Promise<TableRow<Table>>
  /** Records an event that is delivered if, and only if, the transaction commits; answers its id. */
  emit<Declared extends EventDeclaration>(
    event: Declared,
    data: Omit<EventData<Declared>, 'object'>,
    previousAttributes?: Record<string, unknown>,
  ): string
  /** The next number of one of the clinic's series. */
  takeNumber(series: string): Promise<number>
  /**
   * What the methods above have changed, which the record of the write names. A statement that is written out tells here
   * what it changed of a person's records.
   */
  readonly touched: Touched
  /** Signs and reads the positions of pages. */
  readonly cursors: Cursors
  /** Seals what must not lie in the database as it is, and opens it again. */
  readonly box: SecretBox
}

/** Statements on what belongs to no clinic: plugins, and clinics as such. */
export type PlatformTx = Pick<Tx, 'now' | 'sql'>
