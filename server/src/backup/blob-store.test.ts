import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { scratchFolder } from '../db/scratch.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { blobStore } from './blob-store.ts'

const folder = await scratchFolder()
atEnd(() => rm(folder, { recursive: true, force: true }))
const key = randomBytes(32)
const store = blobStore(folder, secretBox([key]))
const TEXT = Buffer.from('Sara Invented, 1001234567. '.repeat(20_000))

async function* pieces(bytes: Buffer, length = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
const pathOf = (blob: string) => join(folder, 'blobs', blob.slice(0, 2), blob)
const readBack = async (blob: string, from = store) => Buffer.concat(await Array.fromAsync(from.read(blob)))

test('the same bytes are kept once, compressed and sealed, and are read back as they were', async () => {
  const { blob, sizeBytes } = await store.put(pieces(TEXT))
  assert.equal(sizeBytes, TEXT.length)
  assert.deepEqual(await store.put(pieces(TEXT, 333)), { blob, sizeBytes })
  assert.ok((await readBack(blob)).equals(TEXT))
  const stored = await readFile(pathOf(blob))
  assert.ok(stored.length < TEXT.length / 10)
  assert.ok(!stored.includes('Invented'))
  assert.deepEqual(await readdir(join(folder, 'parts')), [])
  assert.equal((await store.put(pieces(Buffer.alloc(0)))).sizeBytes, 0)
})

test('what was changed, cut off, put in the place of another or sealed with another key is not read', async () => {
  const { blob } = await store.put(pieces(randomBytes(200_000)))
  const { blob: other } = await store.put(pieces(randomBytes(200_000)))
  const whole = await readFile(pathOf(blob))
  const refuses = async (bytes: Buffer, what: string) => {
    await writeFile(pathOf(blob), bytes)
    await assert.rejects(readBack(blob), what)
  }
  const changed = Buffer.from(whole)
  changed[50_000] = (changed[50_000] ?? 0) ^ 1
  await refuses(changed, 'changed')
  await refuses(await readFile(pathOf(other)), 'another')
  await writeFile(pathOf(blob), whole)
  await truncate(pathOf(blob), whole.length - 1)
  await assert.rejects(readBack(blob), 'cut off')
  await writeFile(pathOf(blob), whole)
  await assert.rejects(readBack(blob, blobStore(folder, secretBox([randomBytes(32)]))), 'another key')
  assert.equal((await readBack(blob)).length, 200_000)
})

test('what no backup holds is pruned when it has lain for long, and what was kept anew has not', async () => {
  const [used, old, anew] = await Promise.all([1, 2, 3].map(() => store.put(pieces(randomBytes(1_000)))))
  const before = new Date(Date.now() - 60_000)
  for (const one of [used, old]) await utimes(pathOf(one?.blob ?? ''), 1, 1)
  await store.prune(new Set([used?.blob ?? '']), before)
  for (const one of [used, anew]) assert.equal((await readBack(one?.blob ?? '')).length, 1_000)
  await assert.rejects(readBack(old?.blob ?? ''), { code: 'ENOENT' })
})
