import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'

/** The files of an archive, by what its list at the end says of them. */
export function filesIn(zip: Buffer): [name: string, text: Buffer][] {
  const end = zip.length - 22
  assert.equal(zip.readUInt32LE(end), 0x06054b50)
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [packed, nameLength, start] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    at += 46 + nameLength
    assert.equal(zip.readUInt32LE(start), 0x04034b50)
    const from = start + 30 + nameLength
    return [name, inflateRawSync(zip.subarray(from, from + packed))]
  })
}
