import { isRecord } from '@clinic/contract/json-schema.ts'
import type { FileStorage, SharedFile } from '../../domain/files/file-storage.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

export interface DownloadLink extends SharedFile {
  expiresAt: number
}

const PURPOSE = 'file download'

/** Sealed, not only signed: the name of a file can be the name of a patient, and addresses end up in logs. */
const sealLink = (box: SecretBox, link: DownloadLink): string =>
  box.seal(JSON.stringify(link), PURPOSE).toString('base64url')

/** An address that names its clinic: by that the proxy before several databases finds it, wherever it has moved to. */
export const ofClinic = (address: string, companyId: string): string => `${address}?clinicId=${companyId}`

/** Links to our own download route, wherever the files lie: it asks whether the token is still good, and keeps a record. */
export const ownLinks =
  (box: SecretBox, baseUrl: () => string): FileStorage['downloadUrl'] =>
  async (file, seconds) =>
    ofClinic(
      `${baseUrl()}/files/${sealLink(box, { ...file, expiresAt: Date.now() + seconds * 1_000 })}`,
      file.companyId,
    )

/** What a link hands out, until when and to whom; undefined for what was not made here. */
export function openLink(box: SecretBox, text: string): DownloadLink | undefined {
  try {
    const link: unknown = JSON.parse(box.open(Buffer.from(text, 'base64url'), PURPOSE).toString())
    return isLink(link) ? link : undefined
  } catch {
    return undefined
  }
}

const TEXTS = ['key', 'fileId', 'patientId', 'companyId', 'name', 'contentType', 'caller'] as const

const isLink = (value: unknown): value is DownloadLink =>
  isRecord(value) && TEXTS.every(name => typeof value[name] === 'string') && typeof value.expiresAt === 'number'
