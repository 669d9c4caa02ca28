import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { atEnd } from '../../../test/support/at-end.ts'
import { buffersHeld } from '../../../test/support/buffers-held.ts'
import { secretBox } from '../../kernel/values/secret-box.ts'
import { byteRange } from './byte-range.ts'
import { diskStorage } from './disk-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'sealed-files-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const storageWith = (...keys: Buffer[]) => diskStorage({ folder, box: secretBox(keys), baseUrl: () => '' })
const storage = storageWith(oldKey)
const BLOCK = 65_536
const KEY = 'cli_one/fil_one'
const pathOf = (key: string) => {
  const [company = '', file = ''] = key.split('/')
  return join(folder, 'kept', company, file.slice(-2), file)
}
const PATH = pathOf(KEY)

async function readBack(from = storage, key = KEY, start = 0, end?: number): Promise<Buffer> {
  const file = (await from.open(key)) ?? assert.fail('It is not there.')
  try {
    return Buffer.concat(await Array.fromAsync(file.read(start, end ?? file.sizeBytes)))
  } finally {
    await file.close()
  }
}

test('what is kept is read back whole and in part, of any length, and lies on the disk as noise', async () => {
  for (const size of [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 3 * BLOCK + 17]) {
    const bytes = randomBytes(size)
    // In pieces of another length than the blocks.
    const pieces = Array.from({ length: Math.ceil(size / 10_007) }, (_, n) =>
      bytes.subarray(n * 10_007, (n + 1) * 10_007),
    )
    await storage.put(KEY, 'image/png', Readable.from(pieces))
    assert.ok((await readBack()).equals(bytes), `${size} bytes`)
    assert.equal((await storage.inspect(KEY))?.sizeBytes, size)
    for (const [start, end] of [
      [0, 5],
      [BLOCK - 3, BLOCK + 4],
      [size - 9, size],
    ] as const)
      if (start >= 0 && end <= size)
        assert.ok((await readBack(storage, KEY, start, end)).equals(bytes.subarray(start, end)), `${start} of ${size}`)
    const stored = await readFile(PATH)
    if (size > 100) assert.ok(!stored.includes(bytes.subarray(0, 32)) && !stored.includes(bytes.subarray(-32)))
  }
})

test('a file that was cut off, changed or put in the place of another is not handed out', async () => {
  await storage.put(KEY, 'image/png', randomBytes(3 * BLOCK))
  const whole = await readFile(PATH)
  const refuses = async (change: () => Promise<unknown>, what: string) => {
    await writeFile(PATH, whole)
    await change()
    await assert.rejects(readBack(), what)
  }
  await refuses(() => truncate(PATH, whole.length - (BLOCK + 16)), 'cut off at a block')
  await refuses(() => truncate(PATH, whole.length - 1), 'cut off by a byte')
  await refuses(async () => {
    const changed = Buffer.from(whole)
    changed[200] = (changed[200] ?? 0) ^ 1
    await writeFile(PATH, changed)
  }, 'a byte changed')
  await refuses(async () => {
    const [head, block] = [whole.length - 3 * (BLOCK + 16), BLOCK + 16]
    await writeFile(
      PATH,
      Buffer.concat([
        whole.subarray(0, head),
        whole.subarray(head + block, head + 2 * block),
        whole.subarray(head, head + block),
        whole.subarray(head + 2 * block),
      ]),
    )
  }, 'blocks exchanged')
  await storage.put('cli_one/fil_two', 'image/png', Buffer.from('another'))
  await refuses(async () => writeFile(PATH, await readFile(pathOf('cli_one/fil_two'))), 'another file')
})

test('what lies in clear from before is readable, and is sealed by a job that may be ended and run again', async () => {
  const key = 'cli_two/fil_old'
  await mkdir(dirname(pathOf(key)), { recursive: true })
  await storage.put(KEY, 'image/png', Buffer.from('sealed already'))
  await writeFile(pathOf(key), 'as it was sent')
  assert.equal(String(await readBack(storage, key)), 'as it was sent')
  assert.equal(await storage.sealPlain(), 1)
  assert.ok(!(await readFile(pathOf(key))).includes('as it was sent'))
  assert.equal(String(await readBack(storage, key)), 'as it was sent')
  assert.deepEqual([await storage.sealPlain(), await storage.sealPlain()], [0, 0])
})

test('keys of files are sealed anew with the first master key, after which the old one is not needed', async () => {
  const key = 'cli_three/fil_one'
  await storage.put(key, 'image/png', Buffer.from('kept'))
  const both = storageWith(newKey, oldKey)
  assert.ok((await both.reseal()).resealed > 0)
  assert.equal((await both.reseal()).resealed, 0)
  assert.equal(String(await readBack(storageWith(newKey), key)), 'kept')
  await assert.rejects(readBack(storageWith(oldKey), key))
})

test('no more than a few blocks of a large file are held, however large it is', async () => {
  const piece = randomBytes(1_048_576)
  async function* many() {
    for (let n = 0; n < 128; n++) yield piece
  }
  const before = buffersHeld()
  await storage.put(KEY, 'image/png', Readable.from(many()))
  const file = (await storage.open(KEY)) ?? assert.fail()
  let [most, size, looked] = [0, 0, 0]
  for await (const block of file.read(0, file.sizeBytes)) {
    size += block.length
    // What is garbage already is not held: a busy machine collects it late.
    if (size - looked < 8 * piece.length) continue
    looked = size
    most = Math.max(most, buffersHeld() - before)
  }
  await file.close()
  assert.equal(size, 128 * piece.length)
  assert.ok(looked > 0 && most < 16 * piece.length, `${most} bytes`)
})

test('ranges are those of the standard', () => {
  const cases: [string | undefined, unknown][] = [
    [undefined, undefined],
    ['bytes=0-3', { start: 0, end: 4 }],
    ['bytes=4-', { start: 4, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=8-100', { start: 8, end: 10 }],
    ['bytes=10-', null],
    ['bytes=5-4', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=-', undefined],
  ]
  for (const [header, expected] of cases) assert.deepEqual(byteRange(header, 10), expected, String(header))
})
