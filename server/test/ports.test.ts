import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort, ROOT } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'

const folder = await mkdtemp(join(tmpdir(), 'clinic-ports-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

const taken = await freePort()
const other = createServer().listen(taken, '127.0.0.1')
atEnd(() => other.close())
await once(other, 'listening')

/** What the product says in its last breath when it is started so; it has to end by itself. */
async function refusal(settings: Record<string, string>): Promise<{ code: unknown; stderr: string; stdout: string }> {
  const defaults = { PORT: String(await freePort()), ASSISTANT_PORT: String(await freePort()), HOST: '127.0.0.1' }
  const env = { ...process.env, DATABASE_URL: '', ...defaults, DATA_DIR: join(folder, 'data'), ...settings }
  return new Promise(resolve => {
    const program = join(ROOT, 'server/src/start.js')
    execFile(process.execPath, [program], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code, stdout, stderr })
    })
  })
}

const told = (setting: string, port = taken): string =>
  `Port ${port} of 127.0.0.1 is taken; end what listens there or set ${setting} to another.\n`

for (const [what, settings, setting] of [
  ['the API', { PORT: String(taken) }, 'PORT'],
  ['the assistant', { ASSISTANT_PORT: String(taken) }, 'ASSISTANT_PORT'],
  ['the assistant, which follows that of the API', { PORT: String(taken - 1), ASSISTANT_PORT: '' }, 'ASSISTANT_PORT'],
  ['the metrics of the worker', { METRICS_PORT: String(taken - 1) }, 'METRICS_PORT'],
] as const)
  test(`a port of ${what} that is taken is told with its setting, before anything is made`, async () => {
    assert.deepEqual(await refusal(settings), { code: 1, stdout: '', stderr: told(setting) })
    const made = await readdir(join(folder, 'data')).catch(() => [])
    // Node may keep there what it compiled.
    assert.deepEqual(
      made.filter(name => name !== 'compile-cache'),
      [],
    )
  })

test('a port that two settings name is told, too', async () => {
  const port = String(await freePort())
  const { code, stderr } = await refusal({ PORT: port, METRICS_PORT: port })
  assert.deepEqual([code, stderr], [1, told('METRICS_PORT', Number(port))])
})

test('an address that is none of this machine’s is told', async () => {
  const { code, stderr } = await refusal({ HOST: '203.0.113.77' })
  assert.deepEqual([code, stderr], [1, 'HOST=203.0.113.77 is no address of this machine (EADDRNOTAVAIL).\n'])
})

test('a role that runs alone asks for its own port and no other', async () => {
  const nowhere = `postgres://clinic:secret@127.0.0.1:${await freePort()}/clinic`
  const { stderr } = await refusal({ ROLE: 'worker', PORT: String(taken), DATABASE_URL: nowhere })
  assert.doesNotMatch(stderr, /is taken/)
})
