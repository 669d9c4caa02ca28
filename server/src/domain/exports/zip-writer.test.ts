import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn } from '../../../test/support/files-in-zip.ts'
import { zipWriter } from './zip-writer.ts'

test('an archive holds the files that were added, under their names', async () => {
  const pieces: Uint8Array[] = []
  const zip = zipWriter({ write: async piece => void pieces.push(Buffer.from(piece)) })
  await zip.add('records/one.txt', ['o', Buffer.from('ne')])
  await zip.add('سجل.txt', ['سجل الاطلاع'.repeat(10_000)])
  await zip.add('empty', [])
  await zip.end()
  const files = filesIn(Buffer.concat(pieces)).map(([name, bytes]) => [name, bytes.toString()])
  assert.deepEqual(files, [
    ['records/one.txt', 'one'],
    ['سجل.txt', 'سجل الاطلاع'.repeat(10_000)],
    ['empty', ''],
  ])
})
