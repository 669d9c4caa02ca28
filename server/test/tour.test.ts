import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { apiClient } from './support/app/api-client.ts'
import { freePort, ROOT, startProduct } from './support/app/product.ts'
import { connectAssistant } from './support/oauth/connect-assistant.ts'

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

/** Pastes into a shell, line by line: what reads from the keyboard would eat what follows. */
async function paste(lines: string, env: Record<string, string>): Promise<{ printed: string; complained: string }> {
  const shell = spawn('bash', [], { cwd: ROOT, env: { ...process.env, ...env }, timeout: 240_000 })
  shell.stdin.end(lines)
  const [printed, complained] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  return { printed, complained }
}

test('the tour of the README, pasted twice into one shell, books twice, shows both webhooks, and leaves nothing behind', async () => {
  const receiverPort = await freePort()
  const tour = (await blockUnder('## Five minutes'))
    .replaceAll('localhost:4000', `localhost:${product.port}`)
    .replaceAll('localhost:4100', `localhost:${receiverPort}`)
    .replaceAll('./data/demo.json', join(product.dataDir, 'demo.json'))
  const before = await endpoints()
  const left = 'echo "jobs left: $(jobs | wc -l)"'
  const shell = await paste(`set -m\n${tour}\n${tour}\n${left}\n`, { RECEIVER_PORT: String(receiverPort) })
  const { printed } = shell
  assert.equal(shell.complained.replaceAll(/^\[\d+\].*$/gm, '').trim(), '', printed)
  const all = (line: RegExp) => [...printed.matchAll(line)].map(([, found]) => found)
  const booked = all(/^booked: (apt_\w+)$/gm)
  assert.equal(new Set(booked).size, 2, printed)
  assert.deepEqual(all(/^verified appointment\.created evt_\w+ .*"(apt_\w+)"/gm), booked, printed)
  assert.equal(new Set(all(/^first free slot: (\{"start":"\d{4}-.+)$/gm)).size, 2, printed)
  assert.deepEqual(
    [all(/^endpoint active: (.+)$/gm), all(/^jobs left: +(\d+)$/gm)],
    [['false', 'false'], ['0']],
    printed,
  )
  assert.deepEqual(await endpoints(), before)
  for (const line of printed.split('\n')) assert.ok(line.length < 1_000, line)
})

/** The webhook endpoints of the plugin in the sandbox clinic. */
async function endpoints(): Promise<unknown> {
  const { clinics }: Sandbox = JSON.parse(demoFile)
  const installation = clinics.find(({ sandbox }) => sandbox)?.installations.find(one => one.pluginSlug === 'demo-full')
  const answer = await apiClient(`http://localhost:${product.port}`, installation?.token).get('/webhook-endpoints')
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

interface Sandbox {
  clinics: { sandbox: boolean; installations: { pluginSlug: string; token: string }[] }[]
}

test('the receiver of the tour ends by itself when no event comes', async () => {
  const env = { ...process.env, RECEIVER_PORT: String(await freePort()), RECEIVER_PATIENCE_MS: '1' }
  const receiver = spawn(process.execPath, [join(ROOT, 'sdk/examples/receiver.ts'), 'whsec_c2VjcmV0', '--once'], {
    env,
  })
  const [printed, [code]] = await Promise.all([text(receiver.stdout), once(receiver, 'exit')])
  assert.deepEqual([code, printed.split('\n').at(-2)], [1, 'gave up: no event came'])
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
