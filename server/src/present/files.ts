import { File, type FileUpload, XRay } from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../db/tables.ts'
import { UPLOAD_SECONDS } from '../domain/files/file.ts'
import type { UploadTarget } from '../domain/files/file-storage.ts'
import { presenter } from '../kernel/presenter.ts'

/** Where its bytes are downloaded is the storage's to say. */
export const presentFile = presenter<TableRow<'file'> & { download_url: string }, typeof File>(File, {
  order: 'sort_order',
})

export const presentXRay = presenter<TableRow<'xray'> & { files: Static<typeof File>[] }, typeof XRay>(XRay)

export const presentFileUpload = (fileId: string, { url, fields }: UploadTarget): Static<typeof FileUpload> => ({
  object: 'file_upload',
  fileId,
  uploadUrl: url,
  fields,
  method: 'POST',
  expiresInSeconds: UPLOAD_SECONDS,
})
