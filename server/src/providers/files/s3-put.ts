import type { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'

/** A part is held in memory while it is sent; a bucket takes parts of 5 MiB and more, and 10 000 of them. */
const PART_BYTES = 8 * 1_048_576

/** Where in a bucket it goes, and how the bucket is to seal it. */
export interface Target {
  Bucket: string
  Key: string
  ServerSideEncryption: 'aws:kms'
  SSEKMSKeyId?: string
}

/** Keeps what is there, or what comes, however much that will be: of what breaks off nothing stays in the bucket. */
export async function putObject(
  client: S3,
  target: Target,
  ContentType: string,
  body: Readable | Buffer,
): Promise<void> {
  const put = (Body: Buffer) => client.putObject({ ...target, ContentType, Body })
  if (Buffer.isBuffer(body)) return void (await put(body))
  const parts = partsOf(body)
  const { value: first = Buffer.alloc(0) } = await parts.next()
  // What is shorter than a part is all that there is.
  if (first.length < PART_BYTES) return void (await put(first))
  await putParts(client, target, ContentType, join(first, parts))
}

async function* join(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** What comes, in pieces of the size of a part, the last one excepted. */
async function* partsOf(body: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer, undefined> {
  let [pieces, bytes]: [Buffer[], number] = [[], 0]
  for await (const chunk of body) {
    const piece = Buffer.from(chunk)
    pieces.push(piece)
    bytes += piece.length
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(pieces)
      yield all.subarray(0, PART_BYTES)
      ;[pieces, bytes] = [[all.subarray(PART_BYTES)], bytes - PART_BYTES]
    }
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

async function putParts(client: S3, target: Target, ContentType: string, bodies: AsyncIterable<Buffer>): Promise<void> {
  const { Bucket, Key } = target
  const { UploadId } = await client.createMultipartUpload({ ...target, ContentType })
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for await (const Body of bodies) {
      const PartNumber = Parts.length + 1
      const { ETag } = await client.uploadPart({ Bucket, Key, UploadId, PartNumber, Body })
      Parts.push({ ETag, PartNumber })
    }
    await client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } })
  } catch (error) {
    // Parts that stay would cost without being seen. What made the upload fail is what is told.
    await client.abortMultipartUpload({ Bucket, Key, UploadId }).catch(() => undefined)
    throw error
  }
}
