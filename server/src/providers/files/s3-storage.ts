import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import {
  type AnnouncedFile,
  type FileStorage,
  HEAD_BYTES,
  type SharedFile,
  type StoredFile,
} from '../../domain/files/file-storage.ts'
import { refuse } from '../../kernel/errors.ts'
import { attachment } from './attachment.ts'

export interface S3Options {
  bucket: string
  region: string
  /** Of what speaks S3 without being Amazon; then buckets are in the path. */
  endpoint?: string
  /** Without keys: those of the machine or the container. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** Uploads are confirmed within a transaction, so that a storage that hangs must not hold many of them. */
const MAX_RUNNING = 6
const CONNECT_MS = 2_000
const ANSWER_MS = 8_000

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

/** Files in a bucket, uploaded to and downloaded from it directly. */
export function s3Storage(options: S3Options): FileStorage {
  const { bucket: Bucket } = options
  const client = openClient(options)
  const limited = limitRunning()
  const arrived = (key: string) => ({ Bucket, Key: `arrived/${key}` })
  const kept = (key: string) => ({ Bucket, Key: `kept/${key}` })
  return {
    uploadTarget: (file, seconds) => presignUpload(client, arrived(file.key), file, seconds),
    async keep(key) {
      const CopySource = `${Bucket}/${arrived(key).Key}`
      const copied = await limited(() => client.send(new CopyObjectCommand({ ...kept(key), CopySource })))
      return copied !== undefined
    },
    inspect: key => limited(() => headOf(client, kept(key))),
    async put(key, ContentType, Body) {
      await client.send(new PutObjectCommand({ ...kept(key), Body, ContentType }))
    },
    downloadUrl: (file, seconds) => presignDownload(client, kept(file.key), file, seconds),
    discard: async key => void (await client.send(new DeleteObjectCommand(kept(key)))),
    forget: async key => void (await client.send(new DeleteObjectCommand(arrived(key)))),
    // A form that breaks off leaves nothing in a bucket.
    tidy: async () => undefined,
    close: () => client.destroy(),
  }
}

const openClient = ({ region, endpoint, credentials }: S3Options): S3Client =>
  new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    // What only speaks S3 often knows no checksums beyond its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

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

const presignUpload = (client: S3Client, place: Place, { contentType, sizeBytes }: AnnouncedFile, seconds: number) =>
  createPresignedPost(client, {
    ...place,
    Expires: seconds,
    Fields: { 'Content-Type': contentType },
    Conditions: [
      ['content-length-range', sizeBytes, sizeBytes],
      ['eq', '$Content-Type', contentType],
    ],
  })

async function headOf(client: S3Client, place: Place): Promise<StoredFile> {
  const Range = `bytes=0-${HEAD_BYTES - 1}`
  const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...place, Range }))
  const head = Buffer.from((await Body?.transformToByteArray()) ?? [])
  return { head, sizeBytes: Number(ContentRange?.split('/')[1] ?? head.length) }
}

const presignDownload = (client: S3Client, place: Place, { name, contentType }: SharedFile, seconds: number) =>
  getSignedUrl(
    client,
    new GetObjectCommand({
      ...place,
      ResponseContentType: contentType,
      ResponseContentDisposition: attachment(name),
      ResponseCacheControl: 'private, no-store',
    }),
    { expiresIn: seconds },
  )
