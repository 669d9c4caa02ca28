import type { Readable } from 'node:stream'
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
import { type FileStorage, HEAD_BYTES } from '../../domain/files/file-storage.ts'
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
const MOST_AT_ONCE = 6
const CONNECT_MS = 2_000
const ANSWER_MS = 8_000

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

/** Files in a bucket, uploaded to and downloaded from it directly. */
export function s3Storage({ bucket: Bucket, region, endpoint, credentials }: S3Options): FileStorage {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    // What only speaks S3 often knows no checksums beyond its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const arrived = (key: string) => `arrived/${key}`
  const kept = (key: string) => `kept/${key}`
  const remove = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key }))
  let running = 0

  async function limited<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
    if (running >= MOST_AT_ONCE) return refuse('service_unavailable')
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

  return {
    uploadTarget: ({ key, contentType, sizeBytes }, seconds) =>
      createPresignedPost(client, {
        Bucket,
        Key: arrived(key),
        Expires: seconds,
        Fields: { 'Content-Type': contentType },
        Conditions: [
          ['content-length-range', sizeBytes, sizeBytes],
          ['eq', '$Content-Type', contentType],
        ],
      }),
    async keep(key) {
      const CopySource = `${Bucket}/${arrived(key)}`
      const copied = await limited(() => client.send(new CopyObjectCommand({ Bucket, Key: kept(key), CopySource })))
      return copied !== undefined
    },
    async inspect(key) {
      const Range = `bytes=0-${HEAD_BYTES - 1}`
      const found = await limited(async () => {
        const { Body, ContentRange } = await client.send(new GetObjectCommand({ Bucket, Key: kept(key), Range }))
        return { head: Buffer.from((await Body?.transformToByteArray()) ?? []), range: ContentRange }
      })
      return found && { head: found.head, sizeBytes: Number(found.range?.split('/')[1] ?? found.head.length) }
    },
    async put(key, ContentType, body: Readable | Buffer) {
      await client.send(new PutObjectCommand({ Bucket, Key: kept(key), Body: body, ContentType }))
    },
    downloadUrl: ({ key, name, contentType }, seconds) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket,
          Key: kept(key),
          ResponseContentType: contentType,
          ResponseContentDisposition: attachment(name),
          ResponseCacheControl: 'private, no-store',
        }),
        { expiresIn: seconds },
      ),
    discard: async key => void (await remove(kept(key))),
    forget: async key => void (await remove(arrived(key))),
    // A form that breaks off leaves nothing in a bucket.
    tidy: async () => undefined,
    close: () => client.destroy(),
  }
}
