import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { zipWriter } from './zip-writer.ts'

/** The files of an archive, by what its list at the end says of them. */
function filesIn(zip: Buffer): [name: string, text: string][] {
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
    return [name, inflateRawSync(zip.subarray(from, from + packed)).toString()]
  })
}

test('an archive holds the files that were added, under their names', async () => {
  const pieces: Uint8Array[] = []
  const zip = zipWriter({ write: async piece => void pieces.push(Buffer.from(piece)) })
  await zip.add('records/one.txt', ['o', Buffer.from('ne')])
  await zip.add('سجل.txt', ['سجل الاطلاع'.repeat(10_000)])
  await zip.add('empty', [])
  await zip.end()
  assert.deepEqual(filesIn(Buffer.concat(pieces)), [
    ['records/one.txt', 'one'],
    ['سجل.txt', 'سجل الاطلاع'.repeat(10_000)],
    ['empty', ''],
  ])
})
