import { join } from 'node:path'
import type { FileStorage } from '../../domain/files/file-storage.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import type { Env } from '../../settings/env.ts'
import { type DiskStorage, diskStorage } from './disk-storage.ts'
import { ownLinks } from './download-link.ts'
import { fromBucket, fromDisk, type HandOut } from './hand-out.ts'
import { type BucketSettings, s3Storage } from './s3-storage.ts'

export interface Files {
  storage: FileStorage
  /** What our download route does with a link that is good. */
  handOut: HandOut
  /** Set where the files lie on the disk, and our own route takes them. */
  disk: DiskStorage | undefined
}

/** The file storage that the settings name: a bucket, or else a folder below DATA_DIR. */
export function openStorage(env: BucketSettings & Pick<Env, 'DATA_DIR'>, box: SecretBox, baseUrl: () => string): Files {
  if (env.FILES_S3_BUCKET) {
    const storage = s3Storage(env, ownLinks(box, baseUrl))
    return { storage, handOut: fromBucket(storage.directUrl), disk: undefined }
  }
  const disk = diskStorage({ folder: join(env.DATA_DIR, 'files'), box, baseUrl })
  return { storage: disk, handOut: fromDisk(disk), disk }
}
