import { join } from 'node:path'
import type { FileStorage } from '../../domain/files/file-storage.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import type { Env } from '../../settings/env.ts'
import { SettingError } from '../../settings/readers.ts'
import { type DiskStorage, diskStorage } from './disk-storage.ts'

export interface Files {
  storage: FileStorage
  /** Set where the files lie on the disk, and our own routes serve them. */
  disk: DiskStorage | undefined
}

/** The file storage that the settings name: a bucket, or else a folder below DATA_DIR. */
export function openStorage(env: Env, box: SecretBox, baseUrl: () => string): Files {
  if (env.FILES_S3_BUCKET) {
    const options = s3Options(env)
    return { storage: lazily(async () => (await import('./s3-storage.ts')).s3Storage(options)), disk: undefined }
  }
  const disk = diskStorage({ folder: join(env.DATA_DIR, 'files'), box, baseUrl })
  return { storage: disk, disk }
}

function s3Options(env: Env) {
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new SettingError('FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY must be set together')
  return {
    bucket: env.FILES_S3_BUCKET,
    region: env.FILES_S3_REGION,
    endpoint: env.FILES_S3_ENDPOINT || undefined,
    credentials: accessKeyId ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** A storage that is loaded when it is first used: the SDK of a bucket is large, and most processes never need it. */
function lazily(load: () => Promise<FileStorage>): FileStorage {
  let loaded: Promise<FileStorage> | undefined
  const storage = () => {
    loaded ??= load()
    return loaded
  }
  return {
    uploadTarget: async (...args) => (await storage()).uploadTarget(...args),
    keep: async key => (await storage()).keep(key),
    inspect: async key => (await storage()).inspect(key),
    put: async (...args) => (await storage()).put(...args),
    downloadUrl: async (...args) => (await storage()).downloadUrl(...args),
    discard: async key => (await storage()).discard(key),
    forget: async key => (await storage()).forget(key),
    tidy: async before => (await storage()).tidy(before),
    close: () => void loaded?.then(opened => opened.close()),
  }
}
