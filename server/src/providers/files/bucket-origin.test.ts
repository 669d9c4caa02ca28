import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnv } from '../../settings/env.ts'
import { bucketOrigin } from './bucket-origin.ts'
import { s3Storage } from './s3-storage.ts'

const FILE = {
  ...{ key: 'cli_1/fil_1', fileId: 'fil_1', name: 'smile.png', contentType: 'image/png', sizeBytes: 1 },
  ...{ companyId: 'cli_1', patientId: 'pat_1', caller: 'staff usr_1', tokenId: null },
}
const KEYS = { FILES_S3_ACCESS_KEY_ID: 'key', FILES_S3_SECRET_ACCESS_KEY: 'secret' }

for (const [what, settings] of Object.entries({
  'a bucket of Amazon': { FILES_S3_BUCKET: 'clinic-files', FILES_S3_REGION: 'me-south-1' },
  'one in the region that is meant without one': { FILES_S3_BUCKET: 'clinic-files', FILES_S3_REGION: 'us-east-1' },
  'one in China': { FILES_S3_BUCKET: 'clinic-files', FILES_S3_REGION: 'cn-north-1' },
  'one whose name has several parts': { FILES_S3_BUCKET: 'files.clinic.example', FILES_S3_REGION: 'me-south-1' },
  'one elsewhere': { FILES_S3_BUCKET: 'clinic-files', FILES_S3_ENDPOINT: 'https://objects.example:9000/s3' },
}))
  test(`the origin of ${what} is the one that forms and links lead to`, async () => {
    const env = readEnv({ NODE_ENV: 'test', ...KEYS, ...settings })
    const storage = s3Storage(env, async () => '')
    const { url } = await storage.uploadTarget(FILE, 60)
    const addresses = [url, await storage.directUrl(FILE, 60)]
    storage.close()
    for (const address of addresses) assert.equal(bucketOrigin(env), new URL(address).origin)
  })

test('where files lie on the disk there is none', () => {
  assert.equal(bucketOrigin(readEnv({ NODE_ENV: 'test' })), undefined)
})
