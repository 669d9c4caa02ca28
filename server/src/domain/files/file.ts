import { UPLOAD_CONTENT_TYPES, type UploadContentType } from '@clinic/contract/files.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
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

/** The content type of a row: only these were ever accepted. */
export function contentTypeOf({ content_type }: Pick<FileRow, 'content_type'>): UploadContentType {
  const known = UPLOAD_CONTENT_TYPES.find(type => type === content_type)
  if (known) return known
  throw new RangeError(`content type ${content_type}`)
}

const filesOfAll = sql<FileRow>(`
  select * from file where company_id = $1 and xray_id = any($2) order by xray_id, sort_order, id`)

/** The files of each of the x-rays, read in one statement for all. */
export async function filesOf(tx: Tx, xrays: readonly XRayRow[]): Promise<(xray: XRayRow) => FileRow[]> {
  const ids = xrays.map(({ id }) => id)
  const files = ids.length > 0 ? await tx.sql(filesOfAll([tx.clinic.id, ids])) : []
  const byXRay = Map.groupBy(files, file => file.xray_id)
  return ({ id }) => byXRay.get(id) ?? []
}
