import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import { rowsOfEach } from '../../kernel/rows-of-each.ts'
import type { Tx } from '../../kernel/tx.ts'

export type FileRow = TableRow<'file'>
export type UploadRow = TableRow<'file_upload'>
export type XRayRow = TableRow<'xray'>

/** How long a target takes the file. */
export const UPLOAD_SECONDS = 15 * 60
/** How long after that an upload may be confirmed, and then swept. */
export const CONFIRM_MS = 60 * 60_000
export const SWEEP_MS = 2 * CONFIRM_MS
/** How long a link to a file works. */
export const DOWNLOAD_SECONDS = 5 * 60

const fileById = sql<FileRow>('select * from file where company_id = $1 and patient_id = $2 and id = $3')

/** A file of this patient, or 404: that of another patient is not found. */
export async function fileOfPatient(tx: Tx, patientId: string, id: string): Promise<FileRow> {
  const [file] = await tx.sql(fileById([tx.clinic.id, patientId, id]))
  return file ?? refuse('not_found', { resource: 'file' })
}

const filesOfAll = sql<FileRow>(`
  select * from file where company_id = $1 and xray_id = any($2) order by xray_id, sort_order, id`)

/** The files of each of the x-rays, read in one statement for all. */
export const filesOf = (tx: Tx, xrays: readonly XRayRow[]) => rowsOfEach(tx, filesOfAll, xrays, file => file.xray_id)
