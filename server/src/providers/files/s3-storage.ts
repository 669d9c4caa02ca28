import type { S3, S3ClientConfig } from '@aws-sdk/client-s3'
import {
  type AnnouncedFile,
  type FileStorage,
  HEAD_BYTES,
  type SharedFile,
  type StoredFile,
} from '../../domain/files/file-storage.ts'
import { refuse } from '../../kernel/errors.ts'
import { lazyRequire } from '../../kernel/values/lazy-require.ts'
import type { Env } from '../../settings/env.ts'
import { SettingError } from '../../settings/readers.ts'
import { attachment } from './attachment.ts'
import { putObject } from './s3-put.ts'
import { timedClient } from './timed-client.ts'

/** Loaded with the first file: the SDK of a bucket is large, and most processes never need it. */
const sdk = lazyRequire<typeof import('@aws-sdk/client-s3')>('@aws-sdk/client-s3', import.meta.url)

/** Uploads are confirmed within a transaction, so that a storage that hangs must not hold many of them. */
const MAX_RUNNING = 6
const CONNECT_MS = 2_000
const ANSWER_MS = 8_000

const isMissing = (error: unknown): boolean =>
  error instanceof sdk().S3ServiceException && error.$metadata.httpStatusCode === 404

/** Files in a bucket, uploaded to it directly. */
export interface S3Storage extends FileStorage {
  /** An address in the bucket that hands the file out for so many seconds, to every bearer, whatever became of a token. */
  directUrl(file: SharedFile, seconds: number): Promise<string>
}

export type BucketSettings = Pick<
  Env,
  | 'FILES_S3_BUCKET'
  | 'FILES_S3_REGION'
  | 'FILES_S3_ENDPOINT'
  | 'FILES_S3_ACCESS_KEY_ID'
  | 'FILES_S3_SECRET_ACCESS_KEY'
  | 'FILES_S3_KMS_KEY_ID'
>

export function s3Storage(env: BucketSettings, downloadUrl: FileStorage['downloadUrl']): S3Storage {
  const { FILES_S3_BUCKET: Bucket } = env
  const config = clientConfig(env)
  let opened: S3 | undefined
  const client = () => {
    opened ??= timedClient(new (sdk().S3)(config))
    return opened
  }
  const limited = limitRunning()
  const sealing = sealingOf(env)
  const arrived = (key: string) => ({ Bucket, Key: `arrived/${key}` })
  const kept = (key: string) => ({ Bucket, Key: `kept/${key}` })
  return {
    uploadTarget: (file, seconds) => presignUpload(client(), { ...arrived(file.key), ...sealing }, file, seconds),
    async keep(key) {
      const CopySource = `${Bucket}/${arrived(key).Key}`
      return (await limited(() => client().copyObject({ ...kept(key), ...sealing, CopySource }))) !== undefined
    },
    inspect: key => limited(() => headOf(client(), kept(key))),
    put: (key, contentType, body) => putObject(client(), { ...kept(key), ...sealing }, contentType, body),
    read: async key => (await limited(() => client().getObject(kept(key))))?.Body?.transformToWebStream(),
    downloadUrl,
    directUrl: (file, seconds) => presignDownload(client(), kept(file.key), file, seconds),
    discard: async key => void (await client().deleteObject(kept(key))),
    forget: async key => void (await client().deleteObject(arrived(key))),
    // A form that breaks off leaves nothing in a bucket.
    tidy: async () => undefined,
    // The keys are the bucket's.
    sealPlain: async () => 0,
    reseal: async () => ({ resealed: 0, current: 0 }),
    requireSealed: () => requireSealedBucket(client(), Bucket),
    close: () => opened?.destroy(),
  }
}

/** Without keys, those of the machine or the container. */
function clientConfig(env: BucketSettings): S3ClientConfig {
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new SettingError('FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY must be set together')
  return {
    region: env.FILES_S3_REGION,
    // What speaks S3 without being Amazon has buckets in the path.
    ...(env.FILES_S3_ENDPOINT && { endpoint: env.FILES_S3_ENDPOINT, forcePathStyle: true }),
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    // What only speaks S3 often knows no checksums beyond its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

/** Runs a few calls at the same time and refuses the rest; answers nothing where the object is missing. */
function limitRunning() {
  let running = 0
  return async <Value>(ask: () => Promise<Value>): Promise<Value | undefined> => {
    if (running >= MAX_RUNNING) return refuse('service_unavailable')
    running++
    try {
      return await ask()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    } finally {
      running--
    }
  }
}

interface Place {
  Bucket: string
  Key: string
}

/** How the bucket is to seal what it is given. */
interface Sealing {
  ServerSideEncryption: 'aws:kms'
  SSEKMSKeyId?: string
}

const sealingOf = ({ FILES_S3_KMS_KEY_ID: id }: BucketSettings): Sealing => ({
  ServerSideEncryption: 'aws:kms',
  ...(id && { SSEKMSKeyId: id }),
})

async function presignUpload(
  client: S3,
  { ServerSideEncryption, SSEKMSKeyId, ...place }: Place & Sealing,
  { contentType, sizeBytes }: AnnouncedFile,
  seconds: number,
) {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post')
  const sealed = {
    'x-amz-server-side-encryption': ServerSideEncryption,
    ...(SSEKMSKeyId && { 'x-amz-server-side-encryption-aws-kms-key-id': SSEKMSKeyId }),
  }
  return createPresignedPost(client, {
    ...place,
    Expires: seconds,
    Fields: { 'Content-Type': contentType, ...sealed },
    Conditions: [
      ['content-length-range', sizeBytes, sizeBytes],
      ['eq', '$Content-Type', contentType],
      ...Object.entries(sealed).map(([name, value]): ['eq', string, string] => ['eq', `$${name}`, value]),
    ],
  })
}

/** Fails unless the bucket seals with keys of its own management service whatever is put there. */
async function requireSealedBucket(client: S3, Bucket: string): Promise<void> {
  const { ServerSideEncryptionConfiguration: set } = await client.getBucketEncryption({ Bucket }).catch(() => ({
    ServerSideEncryptionConfiguration: undefined,
  }))
  const sealed = set?.Rules?.some(rule => rule.ApplyServerSideEncryptionByDefault?.SSEAlgorithm?.startsWith('aws:kms'))
  if (!sealed) throw new SettingError('FILES_S3_BUCKET must encrypt by default with aws:kms')
}

async function headOf(client: S3, place: Place): Promise<StoredFile> {
  const { Body, ContentRange } = await client.getObject({ ...place, Range: `bytes=0-${HEAD_BYTES - 1}` })
  const head = Buffer.from((await Body?.transformToByteArray()) ?? [])
  return { head, sizeBytes: Number(ContentRange?.split('/')[1] ?? head.length) }
}

async function presignDownload(client: S3, place: Place, { name, contentType }: SharedFile, seconds: number) {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const command = new (sdk().GetObjectCommand)({
    ...place,
    ResponseContentType: contentType,
    ResponseContentDisposition: attachment(name),
    ResponseCacheControl: 'private, no-store',
  })
  return getSignedUrl(client, command, { expiresIn: seconds })
}
