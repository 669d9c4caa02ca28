import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ExportOut } from './export-kind.ts'

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  at: number
}

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Sizes and check sums follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980: archives of the same content are the same. */
const DATE = 0x0021
/** Larger ones need the fields of ZIP64, which are not written. */
const MOST_BYTES = 0xffff_ffff

const two = (...values: number[]): Buffer => numbers(2, values)
const four = (...values: number[]): Buffer => numbers(4, values)
function numbers(size: 2 | 4, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length)
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, size)
  return bytes
}

const headOf = ({ name, crc, packed, size }: Entry): Buffer[] => [
  two(VERSION, FLAGS, DEFLATED, 0, DATE),
  four(crc, packed, size),
  two(name.length, 0),
]

/** Writes a ZIP archive while its files are made, one after the other; no more is held than a piece of one. */
export function zipWriter({ write }: Pick<ExportOut, 'write'>) {
  const entries: Entry[] = []
  let at = 0
  async function put(...parts: readonly Buffer[]): Promise<void> {
    const piece = Buffer.concat(parts)
    at += piece.length
    if (at > MOST_BYTES) throw new RangeError('An archive may have 4 GiB.')
    await write(piece)
  }

  async function pack(entry: Entry, pieces: Pieces): Promise<void> {
    async function* counted() {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece)
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        yield bytes
      }
    }
    await pipeline(counted, createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) {
        entry.packed += piece.length
        await put(piece)
      }
    })
  }

  return {
    /** Adds a file. */
    async add(path: string, pieces: Pieces): Promise<void> {
      const entry = { name: Buffer.from(path), crc: 0, packed: 0, size: 0, at }
      await put(four(LOCAL), ...headOf(entry), entry.name)
      await pack(entry, pieces)
      await put(four(DESCRIPTOR, entry.crc, entry.packed, entry.size))
      entries.push(entry)
    },
    /** Writes the list of the files, with which the archive is whole. */
    async end(): Promise<void> {
      const start = at
      for (const entry of entries)
        await put(four(CENTRAL), two(VERSION), ...headOf(entry), two(0, 0, 0), four(0, entry.at), entry.name)
      await put(four(END), two(0, 0, entries.length, entries.length), four(at - start, start), two(0))
    },
  }
}
