import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { ask } from '../../../test/support/database/ask.ts'
import { startEmbedded } from '../embedded.ts'

const ROOT_ONLY = process.getuid?.() === 0 ? false : 'an ordinary user runs PostgreSQL itself'

const { PATH } = process.env
let folder: string
let place: string | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinic-relocate-'))
  // A machine without setpriv: nothing but `id` is found.
  await mkdir(join(folder, 'bin'))
  await symlink('/usr/bin/id', join(folder, 'bin/id'))
  process.env.PATH = join(folder, 'bin')
})
afterEach(async () => {
  process.env.PATH = PATH
  await rm(folder, { recursive: true, force: true })
  if (place) await rm(place, { recursive: true, force: true })
})

test('root without setpriv keeps the cluster where its account can enter, and finds it again', {
  skip: ROOT_ONLY,
}, async () => {
  const dataDir = join(folder, 'closed/data')
  await mkdir(dataDir, { recursive: true })
  await chmod(join(folder, 'closed'), 0o700)
  const lines: string[] = []
  const first = await startEmbedded({ dataDir, log: line => lines.push(line) })
  place = dirname(await readlink(join(dataDir, 'postgres')))
  assert.ok(lines.includes(`user 65534 cannot enter every folder, so PostgreSQL runs in ${place}`), lines.join('\n'))
  await ask(first.url, 'create table note as select 1 as n')
  await first.stop()
  const second = await startEmbedded({ dataDir, log: () => {} })
  assert.deepEqual(await ask(second.url, 'select n from note'), [{ n: 1 }])
  await second.stop()
})
