import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort, ROOT, startProduct } from './product.ts'

const run = promisify(execFile)

/** The shell block under the heading of README.md, as a reader would paste it. */
async function blockUnder(heading: string): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const block = readme.split(heading)[1]?.split('```sh\n')[1]?.split('```')[0]
  assert.ok(block, `README.md has no shell block under ${heading}`)
  return block
}

test('the tour of the README, pasted, books an appointment and shows the verified webhook', async () => {
  const product = await startProduct()
  const receiverPort = await freePort()
  const tour = (await blockUnder('## Five minutes'))
    .replaceAll('localhost:4000', `localhost:${product.port}`)
    .replaceAll('localhost:4100', `localhost:${receiverPort}`)
    .replaceAll('./data/demo.json', join(product.dataDir, 'demo.json'))
  const { stdout } = await run('bash', ['-c', `set -m\n${tour}`], {
    cwd: ROOT,
    env: { ...process.env, RECEIVER_PORT: String(receiverPort) },
    timeout: 60_000,
  })
  assert.match(stdout, /first free slot: \{"start":"\d{4}-/)
  assert.match(stdout, /"object":"appointment","id":"apt_/)
  assert.match(stdout, /verified appointment\.created evt_/)
})
