import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { atEnd } from '../../../test/support/at-end.ts'
import { startS3 } from '../../../test/support/servers/s3-server.ts'
import { readEnv } from '../../settings/env.ts'
import { s3Storage } from './s3-storage.ts'

const server = await startS3()
atEnd(() => server.close())
const storage = s3Storage(readEnv({ NODE_ENV: 'test', ...server.settings }), async () => '')
atEnd(async () => storage.close())

const MIB = 1_048_576
/** Pieces as they come from a program that does not know how many there will be. */
async function* pieces(count: number, breaks = false) {
  for (let n = 0; n < count; n++) yield Buffer.alloc(MIB / 2, n + 1)
  if (breaks) throw new Error('It broke off.')
}
const kept = (key: string) => server.objects.get(`kept/${key}`)

test('what comes without an end that is known is kept as it came, short or long', async () => {
  for (const count of [0, 1, 16, 41]) {
    await storage.put(`cli_1/xpt_${count}`, 'application/zip', Readable.from(pieces(count)))
    const expected = Buffer.concat(await Array.fromAsync(pieces(count)))
    const { body, contentType } = kept(`cli_1/xpt_${count}`) ?? assert.fail(`${count} pieces are not there`)
    assert.deepEqual([body.equals(expected), contentType], [true, 'application/zip'])
  }
  assert.equal(server.parts.size, 0)
})

test('of what breaks off nothing stays, neither a file nor parts of one', async () => {
  for (const count of [1, 41])
    await assert.rejects(
      storage.put('cli_1/xpt_broken', 'text/csv', Readable.from(pieces(count, true))),
      /It broke off/,
    )
  assert.deepEqual([kept('cli_1/xpt_broken'), server.parts.size], [undefined, 0])
})
