import type { Static, TObject } from '@clinic/contract/kernel.ts'
import type { ExportKindName } from '@clinic/contract/staff/exports.ts'
import type { Logger } from 'pino'
import type { TableRow } from '../../db/tables.ts'
import type { PlatformTx, Tx } from '../../kernel/tx.ts'
import type { FileStorage } from '../files/file-storage.ts'

export type ExportRow = TableRow<'export_job'>

/** Runs in one transaction of the clinic whose export it is. */
export type InOwnClinic = <Value>(run: (tx: Tx) => Promise<Value>) => Promise<Value>

/** What an export is made with. */
export interface ExportContext {
  job: ExportRow
  inClinic: InOwnClinic
  /** Reads the audit of all clinics, and its seals. */
  asSealer<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  files: FileStorage
  /** Signs what is to be known as the platform's, with the key of the audit's seals. */
  key: { id: string; publicKey: Buffer; sign(text: string): Buffer }
  log: Logger
}

/** Where an export is written, a piece at a time. */
export interface ExportOut {
  /** Resolves once there is room for more, so that no more is held than a piece. */
  write(piece: string | Uint8Array): Promise<void>
  /** Tells how much is done, from 0 to 1. It costs a statement at most once a second. */
  progress(done: number): Promise<void>
}

/** A kind of export: what it is told, how its file is called, and how that is written. */
export interface ExportKind<Params extends TObject = TObject> {
  readonly name: ExportKindName
  /** Ids, dates and the form of the file; never a value out of a record. */
  readonly params: Params
  file(params: Static<Params>, job: { id: string; at: string }): { name: string; contentType: string }
  /** Writes the whole file. It runs again from its beginning where the process that ran it was killed. */
  build(context: ExportContext, params: Static<Params>, out: ExportOut): Promise<void>
}
