import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { freePort, ROOT } from './product.ts'

const runs = (dataDir: string) =>
  access(join(dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  )

/** Starts the product on a new folder, and answers its lines and its end. */
async function start(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-start-'))
  after(() => rm(dataDir, { recursive: true, force: true }))
  const ports = { PORT: String(await freePort()), ASSISTANT_PORT: String(await freePort()) }
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    env: { ...process.env, ...ports, HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  return { dataDir, child, ended, lines: createInterface({ input: child.stdout }), complaint: text(child.stderr) }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`told by ${signal} to stop in the middle of its first start, it ends well and its database with it`, async () => {
    const { dataDir, child, ended, lines } = await start({ LOG_LEVEL: 'silent' })
    for await (const line of lines) if (line.startsWith('demo: ')) break
    assert.ok(await runs(dataDir))
    child.kill(signal)
    assert.deepEqual(await ended, [0, null])
    assert.ok(!(await runs(dataDir)))
  })

test('when it cannot start, as on a port that is taken, it ends and its database with it', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  after(() => taken.close())
  await once(taken, 'listening')
  const address = taken.address()
  assert.ok(address && typeof address === 'object')
  const { dataDir, ended, lines } = await start({ DEMO: 'off', LOG_LEVEL: 'silent', PORT: String(address.port) })
  lines.on('line', line => assert.ok(!line.startsWith('ready')))
  assert.deepEqual(await ended, [1, null])
  assert.ok(!(await runs(dataDir)))
})

test('a database that cannot be connected to is told in one line that names the setting', async () => {
  const nowhere = `postgres://clinic:secret@127.0.0.1:${await freePort()}/clinic`
  const { ended, complaint } = await start({ DATABASE_URL: nowhere })
  assert.deepEqual(await ended, [1, null])
  assert.equal(await complaint, 'DATABASE_URL cannot be connected to (ECONNREFUSED).\n')
})
