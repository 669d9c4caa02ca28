import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import { ROOT } from '../runner/files.ts'
import { FILES, importsOf } from './sources.ts'

const FOLDER = 'server/src/db/pipelining/'
/** Who may import what of the pipelined driver; all else of its folder is known within it alone. */
const DOORS: Readonly<Record<string, (file: string) => boolean>> = {
  'pipelined-driver.ts': file => file === 'server/src/db/drivers.ts',
  'batching-queue.ts': () => true,
}

test('the pipelined driver is behind a fence: other rooms know db/driver.ts and the batching queue, and nothing else of it', async () => {
  const bench = await Array.fromAsync(glob('bench/*.ts', { cwd: ROOT }))
  const users = [...FILES, ...bench].filter(file => !file.startsWith(FOLDER))
  const trespasses = users.flatMap(file =>
    importsOf(file)
      .filter(name => name.startsWith(FOLDER) && !DOORS[name.slice(FOLDER.length)]?.(file))
      .map(name => `${file} imports ${name}`),
  )
  assert.ok(users.length > 100)
  assert.deepEqual(trespasses, [])
})
