import type { FileUpload } from '@clinic/contract/files.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { UPLOAD_SECONDS } from '../domain/files/file.ts'
import type { UploadTarget } from '../domain/files/file-storage.ts'

export const presentFileUpload = (fileId: string, { url, fields }: UploadTarget): Static<typeof FileUpload> => ({
  object: 'file_upload',
  fileId,
  uploadUrl: url,
  fields,
  method: 'POST',
  expiresInSeconds: UPLOAD_SECONDS,
})
