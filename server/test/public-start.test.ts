import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort, type Product, ROOT, startProduct } from './support/app/product.ts'
import { eventually } from './support/eventually.ts'

const METRICS_PORT = await freePort()
const QUIET = { DEMO: 'off', LOG_LEVEL: 'silent', METRICS_PORT: String(METRICS_PORT), HOST: '' }
/** On Linux all of 127.0.0.0/8 is this machine, and who listens on 127.0.0.1 alone is not found at another address of it. */
const ANOTHER = '127.0.0.2'
const ON_LINUX = { skip: process.platform !== 'linux' }

async function isFoundAt(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host)
  const found = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return found
}

/** Of the API and the assistant, and where the processes show their metrics; the worker is the last to begin. */
async function portsOf({ port, assistantPort }: Product): Promise<number[]> {
  const metrics = [0, 1, 2].map(role => METRICS_PORT + role)
  for (const one of metrics) await eventually(() => isFoundAt('127.0.0.1', one), true)
  return [port, assistantPort, ...metrics]
}

test('every server of the product listens on this machine alone', ON_LINUX, async () => {
  const product = await startProduct(QUIET)
  for (const port of await portsOf(product))
    assert.deepEqual([await isFoundAt('127.0.0.1', port), await isFoundAt(ANOTHER, port)], [true, false], `${port}`)
  await product.stop()
})

test('in production it listens everywhere, and tells browsers to stay with https', ON_LINUX, async () => {
  const product = await startProduct({ ...QUIET, NODE_ENV: 'production', BASE_URL: 'https://clinic.example' })
  for (const port of await portsOf(product)) assert.ok(await isFoundAt(ANOTHER, port), `${port}`)
  const { headers } = await fetch(`http://127.0.0.1:${product.port}/login`)
  assert.equal(headers.get('strict-transport-security'), 'max-age=63072000')
  await product.stop()
})

test('in production it does not start without https in its public address, and says what to set', async () => {
  const DATA_DIR = join(tmpdir(), `clinic-never-${process.pid}`)
  const env = { ...process.env, NODE_ENV: 'production', BASE_URL: 'http://clinic.example', DATABASE_URL: '', DATA_DIR }
  await assert.rejects(promisify(execFile)(process.execPath, [join(ROOT, 'server/src/main.ts')], { env }), {
    code: 1,
    stderr:
      'BASE_URL must begin with https:// in production: set it to where the outside world reaches the platform, such as https://clinic.example.\n',
  })
  assert.ok(!existsSync(DATA_DIR), 'Something was begun.')
})
