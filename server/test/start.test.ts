import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { freePort, ROOT } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'

/** A start that neither gets on nor ends is a failure of its own, told after this long. */
const PATIENCE_MS = 100_000

const databaseRuns = (dataDir: string) =>
  access(join(dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  )

/** Starts the product on a new folder. */
async function start(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-start-'))
  const ports = { PORT: String(await freePort()), ASSISTANT_PORT: String(await freePort()) }
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    env: { ...process.env, ...ports, HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  atEnd(async () => {
    child.kill('SIGKILL')
    await closed
    await rm(dataDir, { recursive: true, force: true })
  })
  let [said, complained] = ['', '']
  const hears = new Set<() => void>()
  child.stdout.on('data', chunk => {
    said += chunk
    for (const hear of hears) hear()
  })
  child.stderr.on('data', chunk => {
    complained += chunk
  })
  const patience = setTimeout(PATIENCE_MS, undefined, { ref: false }).then(() => {
    assert.fail(`It neither gets on nor ends. It said: ${said}${complained}`)
  })
  const ended = Promise.race([closed, patience])
  /** Resolves when it has said a line that begins so, or has ended. */
  const says = async (beginning: string) => {
    const heard = new Promise<void>(resolve => {
      hears.add(() => `\n${said}`.includes(`\n${beginning}`) && resolve())
    })
    await Promise.race([heard, ended])
  }
  return { dataDir, child, ended, says, said: () => said, complained: () => complained }
}

for (const [moment, beginning, settings, signal] of [
  ['while the schema is made', 'applied ', { DEMO: 'off' }, 'SIGTERM'],
  ['while the demo is made', 'demo: ', {}, 'SIGINT'],
] as const)
  test(`told to stop ${moment}, it ends well and its database with it`, async () => {
    const { dataDir, child, ended, says, complained } = await start({ LOG_LEVEL: 'silent', ...settings })
    await says(beginning)
    assert.ok(await databaseRuns(dataDir), complained())
    child.kill(signal)
    assert.deepEqual(await ended, [0, null], complained())
    assert.ok(!(await databaseRuns(dataDir)))
  })

test('when a role cannot start, it ends and its database with it', async () => {
  const halfAKey = { FILES_S3_BUCKET: 'files', FILES_S3_ACCESS_KEY_ID: 'key' }
  const { dataDir, ended, said } = await start({ DEMO: 'off', LOG_LEVEL: 'silent', ...halfAKey })
  assert.deepEqual(await ended, [1, null])
  assert.doesNotMatch(said(), /^ready/m)
  assert.ok(!(await databaseRuns(dataDir)))
})

test('a database that cannot be connected to is told in one line that names the setting', async () => {
  const nowhere = `postgres://clinic:secret@127.0.0.1:${await freePort()}/clinic`
  const { ended, complained } = await start({ DATABASE_URL: nowhere })
  assert.deepEqual(await ended, [1, null])
  assert.equal(complained(), 'DATABASE_URL cannot be connected to (ECONNREFUSED).\n')
})
