import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { SecretBox } from '../../kernel/values/secret-box.ts'

/**
 * A file as it lies on the disk: a header, and the bytes in blocks of 64 KiB, each sealed with AES-256-GCM under a key that
 * is this file's alone. The header holds that key, sealed with the master key and bound to the file's place. The nonce of a
 * block is its number and whether it is the last, so that no block can be left out, moved or cut off unnoticed.
 */
const MAGIC = Buffer.from('\0CLINIC\x01', 'latin1')
const BLOCK = 65_536
const TAG = 16
const SEALED_BLOCK = BLOCK + TAG
const DATA_KEY = 32
/** Of a sealed data key: key id, nonce, tag, and the key itself. */
const SEALED_KEY = 4 + 12 + TAG + DATA_KEY
export const HEADER = MAGIC.length + SEALED_KEY

const purposeOf = (key: string) => `file ${key}`

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 0, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealBlock(dataKey: Buffer, index: number, plain: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonceOf(index, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openBlock(dataKey: Buffer, index: number, sealed: Buffer, isLast: boolean): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', dataKey, nonceOf(index, isLast))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()])
}

/** Cuts a stream into blocks: all but the last are full, and the last one alone may be empty. */
async function* blocksOf(
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<[block: Buffer, last: boolean]> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    held.push(chunk)
    size += chunk.length
    if (size <= BLOCK) continue
    const all = Buffer.concat(held)
    let from = 0
    // What could be the last one is kept until there is more.
    while (all.length - from > BLOCK) {
      yield [all.subarray(from, from + BLOCK), false]
      from += BLOCK
    }
    held = [all.subarray(from)]
    size = all.length - from
  }
  yield [Buffer.concat(held), true]
}

/** The bytes of a file as they lie on the disk under this storage key; no more than a block or two is held. */
export async function* sealFile(
  box: SecretBox,
  key: string,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const dataKey = randomBytes(DATA_KEY)
  yield Buffer.concat([MAGIC, box.seal(dataKey, purposeOf(key))])
  let index = 0
  for await (const [block, last] of blocksOf(body)) yield sealBlock(dataKey, index++, block, last)
}

/** A file that was opened: what it holds, in clear. */
export interface OpenedFile {
  sizeBytes: number
  /** The bytes from `start` up to and without `end`. */
  read(start: number, end: number): AsyncGenerator<Buffer>
}

async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new Error('A file is shorter than it was when it was opened.')
  return buffer
}

/** Whether the file is sealed; one from before files were is not. */
export async function isSealed(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  return bytesRead === MAGIC.length && buffer.equals(MAGIC)
}

const sealedKeyIn = async (handle: FileHandle): Promise<Buffer> =>
  (await readExactly(handle, 0, HEADER)).subarray(MAGIC.length)

/** Opens a sealed file, or one from before. What was changed, cut off or put in another's place throws. */
export async function openFile(box: SecretBox, key: string, handle: FileHandle): Promise<OpenedFile> {
  const { size } = await handle.stat()
  if (!(await isSealed(handle))) return plainFile(handle, size)
  const dataKey = box.open(await sealedKeyIn(handle), purposeOf(key))
  const count = Math.max(1, Math.ceil((size - HEADER) / SEALED_BLOCK))
  const sizeBytes = size - HEADER - count * TAG
  const block = async (index: number) => {
    const at = HEADER + index * SEALED_BLOCK
    const sealed = await readExactly(handle, at, Math.min(SEALED_BLOCK, size - at))
    return openBlock(dataKey, index, sealed, index === count - 1)
  }
  // That the last block is the last proves that nothing was cut off, whatever part is read.
  await block(count - 1)
  return {
    sizeBytes,
    async *read(start, end) {
      for (let index = Math.floor(start / BLOCK); index * BLOCK < end; index++) {
        const plain = await block(index)
        yield plain.subarray(Math.max(0, start - index * BLOCK), Math.min(plain.length, end - index * BLOCK))
      }
    },
  }
}

const plainFile = (handle: FileHandle, sizeBytes: number): OpenedFile => ({
  sizeBytes,
  async *read(start, end) {
    for (let at = start; at < end; at += BLOCK) yield await readExactly(handle, at, Math.min(BLOCK, end - at))
  },
})

/** Seals the key of a file with the first master key, in its place; whether it was sealed with another. */
export async function resealFile(box: SecretBox, key: string, handle: FileHandle): Promise<boolean> {
  const sealed = await sealedKeyIn(handle)
  if (box.isCurrent(sealed)) return false
  const anew = box.seal(box.open(sealed, purposeOf(key)), purposeOf(key))
  // 64 bytes within the first sector of the disk, which is written as a whole.
  await handle.write(anew, 0, anew.length, MAGIC.length)
  await handle.sync()
  return true
}
