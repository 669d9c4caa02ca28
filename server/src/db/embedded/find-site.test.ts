import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask } from '../../../test/support/database/ask.ts'

const PROGRAM = join(import.meta.dirname, '../../../test/support/database/hold-embedded.ts')
const NO_NAMESPACE = spawnSync('unshare', ['-r', 'true']).status === 0 ? false : 'this machine gives no user namespaces'

test('serves a root that may not become another user, as in a sandbox', { skip: NO_NAMESPACE }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-namespace-'))
  const words = ['-r', process.execPath, PROGRAM, dataDir]
  const child = spawn('unshare', words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [answer]: { url?: string; refusal?: string }[] = await once(child, 'message')
  assert.equal(answer?.refusal, undefined)
  assert.deepEqual(await ask(answer?.url ?? '', 'select 1 as n'), [{ n: 1 }])
  child.send('stop')
  await once(child, 'exit')
  await rm(dataDir, { recursive: true, force: true })
})
