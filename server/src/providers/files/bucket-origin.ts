import type { BucketSettings } from './s3-storage.ts'

/** From where browsers fetch files of the bucket, and to where they send them; nothing where files lie on our own disk. */
export function bucketOrigin({
  FILES_S3_BUCKET: bucket,
  FILES_S3_ENDPOINT: endpoint,
  FILES_S3_REGION: region,
}: Pick<BucketSettings, 'FILES_S3_BUCKET' | 'FILES_S3_ENDPOINT' | 'FILES_S3_REGION'>): string | undefined {
  if (bucket === '') return undefined
  if (endpoint !== '') return new URL(endpoint).origin
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // A certificate for all names below a host fits no name of several parts.
  return `https://${bucket.includes('.') ? '' : `${bucket}.`}${host}`
}
