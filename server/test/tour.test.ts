import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort, ROOT, startProduct } from './support/app/product.ts'
import { connectAssistant } from './support/oauth/connect-assistant.ts'

const run = promisify(execFile)

/** The shell block under the heading of README.md, as a reader would paste it. */
async function blockUnder(heading: string): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const block = readme.split(heading)[1]?.split('```sh\n')[1]?.split('```')[0]
  assert.ok(block, `README.md has no shell block under ${heading}`)
  return block
}

const product = await startProduct()
const demoFile = await readFile(join(product.dataDir, 'demo.json'), 'utf8').catch(() =>
  assert.fail(`It is ready, and there is no demo:\n${product.printed()}`),
)

test('the tour of the README, pasted, books an appointment and shows the verified webhook', async () => {
  const receiverPort = await freePort()
  const tour = (await blockUnder('## Five minutes'))
    .replaceAll('localhost:4000', `localhost:${product.port}`)
    .replaceAll('localhost:4100', `localhost:${receiverPort}`)
    .replaceAll('./data/demo.json', join(product.dataDir, 'demo.json'))
  const { stdout } = await run('bash', ['-c', `set -m\n${tour}`], {
    cwd: ROOT,
    env: { ...process.env, RECEIVER_PORT: String(receiverPort) },
    timeout: 120_000,
  })
  assert.match(stdout, /first free slot: \{"start":"\d{4}-/)
  assert.match(stdout, /"object":"appointment","id":"apt_/)
  assert.match(stdout, /verified appointment\.created evt_/)
})

interface Demo {
  clinics: { logins: { role: string; email: string; password: string; totpSecret: string | null }[] }[]
}

test('a doctor pastes the address of the README into an assistant, allows it, is read to, and disconnects it', async () => {
  const issuer = `http://localhost:${product.port}`
  const resource = `http://localhost:${product.assistantPort}/mcp`
  const demo: Demo = JSON.parse(demoFile)
  const doctor = demo.clinics
    .flatMap(({ logins }) => logins)
    .find(one => one.role === 'doctor' && one.totpSecret === null)
  assert.ok(doctor)
  const { client, kept, cookie } = await connectAssistant(resource, issuer, doctor)
  const { structuredContent } = await client.callTool({ name: 'search_patients', arguments: { query: 'an', limit: 3 } })
  assert.match(JSON.stringify(structuredContent), /"id":"pat_.+"phone_masked":"\+9\d+\*/)

  const staff = async (method: string, path: string) => {
    const response = await fetch(`${issuer}/staff/v1${path}`, { method, headers: { cookie, origin: issuer } })
    // biome-ignore lint/suspicious/noExplicitAny: bodies of tests are looked into, not typed
    return ((await response.json()) as { data: any }).data
  }
  const [connection] = await staff('GET', '/assistants')
  const accesses = await staff('GET', `/assistants/${connection.id}/accesses`)
  assert.deepEqual(
    accesses.map(({ operation }: { operation: string }) => operation),
    ['search_patients'],
  )

  await staff('DELETE', `/assistants/${connection.id}`)
  const authorization = `Bearer ${kept.tokens?.access_token}`
  assert.equal((await fetch(resource, { method: 'POST', headers: { authorization } })).status, 401)
  await assert.rejects(client.callTool({ name: 'get_clinic', arguments: {} }))
})
