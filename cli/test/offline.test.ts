import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } from '@usebruno/lang'
import postman from 'postman-collection'
import { ran } from '../../sdk/pack.ts'
import { NAMED, type Named } from '../../sdk/print/declared.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { listen } from '../../server/test/support/servers/listen.ts'
import { selfSigned } from '../../server/test/support/servers/self-signed.ts'
import { machine, PLG } from './machine.ts'

/** What a request of a collection is to say of an operation. */
const expected = ({ operation, documented }: Named) => ({
  method: operation.method,
  path: operation.path,
  keyed: operation.method === 'POST',
  body: documented.requestBody?.content['application/json'].example,
})
const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))
const byRoute = (one: { method: string; path: string }, other: { method: string; path: string }): number =>
  `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`)
const ALL = NAMED.map(expected).sort(byRoute)
/** Without the variable of the address and without what is asked. */
const pathOf = (url: string): string => url.replace('{{baseUrl}}', '').split('?')[0] ?? ''

test('Postman’s own library reads the collection: every operation with its example, and no token in it', async () => {
  const here = await machine('https://clinic.example')
  const { code, rows } = await here.plg(['export', 'postman', '--out', 'made/clinic.json'])
  assert.deepEqual([code, rows[0]?.files], [0, 1])
  const collection = new postman.Collection(JSON.parse(await readFile(join(here.home, 'made/clinic.json'), 'utf8')))
  const found: { method: string; path: string; keyed: boolean; body: unknown }[] = []
  collection.forEachItem(({ request }) =>
    found.push({
      method: request.method,
      path: request.url.getPath({ unresolved: true }),
      keyed: request.headers.get('Idempotency-Key') === '{{$guid}}',
      body: parsed(request.body?.raw),
    }),
  )
  assert.deepEqual(found.sort(byRoute), ALL)
  collection.forEachItem(({ request }) => assert.doesNotMatch(request.url.getPath(), /:/))
  assert.equal(collection.variables.get('baseUrl'), 'https://clinic.example/api/v1')
  assert.equal(collection.variables.get('token'), '')
})

test('Bruno’s own readers read the collection: every operation with its example, and no token in it', async () => {
  const here = await machine()
  assert.equal((await here.plg(['export', 'bruno'])).code, 0)
  const folder = join(here.home, 'clinic-bruno')
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const names = (await readdir(folder, { recursive: true })).filter(name => /^[^/]+\/[^/]+\.bru$/.test(name))
  const files = names.filter(name => !name.endsWith('/folder.bru') && !name.startsWith('environments/'))
  const found = await Promise.all(
    files.map(async name => {
      const { http, headers = [], body } = bruToJsonV2(await read(name))
      return {
        method: http?.method.toUpperCase() ?? '',
        path: pathOf(http?.url ?? ''),
        keyed: headers.some(({ name, value }) => name === 'Idempotency-Key' && value === '{{$guid}}'),
        body: parsed(body?.json),
      }
    }),
  )
  assert.deepEqual(found.sort(byRoute), ALL)
  const { variables } = bruToEnvJsonV2(await read('environments/clinic.bru'))
  assert.deepEqual(
    variables.map(({ name, value, secret }) => [name, value, secret]),
    [
      ['baseUrl', 'https://clinic.example.com/api/v1', false],
      ['token', '', true],
    ],
  )
  assert.deepEqual(collectionBruToJson(await read('collection.bru')).auth, {
    mode: 'bearer',
    bearer: { token: '{{token}}' },
  })
})

test('bash completes commands, operations, options and names of the contract, those with a colon too', async () => {
  const here = await machine()
  await writeFile(join(here.home, 'plg'), `#!/bin/sh\nexec '${process.execPath}' '${PLG}' "$@"\n`, { mode: 0o755 })
  /** The line as it is typed, and as bash parts it. */
  const lines: [string, string[], string][] = [
    ['plg deliveries re', ['re'], 'recover redeliver'],
    ['plg patients upd', ['upd'], 'update'],
    ['plg patients list --searc', ['--searc'], '--search-term'],
    ['plg trigger appointment.ch', ['appointment.ch'], 'appointment.checkedin'],
    ['plg explain patients:wr', ['patients', ':', 'wr'], 'write'],
    ['plg explain patients:', ['patients', ':'], 'read read.pii write'],
    ['plg logs tail --code rate', ['rate'], 'rate_limited'],
    ['plg --profile x completion f', ['f'], 'fish'],
    ['plg exam 1.0.0 ', [''], ''],
  ]
  const tries = lines.map(([line, parts]) => {
    const words = [...line.split(' ').slice(0, -1), ...parts].map(word => `'${word}'`)
    return `COMP_LINE='${line}' COMP_POINT=${line.length} COMP_CWORD=${words.length - 1}
COMP_WORDS=(${words.join(' ')}); COMPREPLY=(); _plg; echo "\${COMPREPLY[*]}"`
  })
  const script = ['source <(plg completion bash)', 'complete -p plg > /dev/null', ...tries].join('\n')
  const printed = await ran(here.home, 'bash', ['--norc', '-c', script], { PATH: `${here.home}:${process.env.PATH}` })
  assert.deepEqual(printed.trimEnd().split('\n'), lines.map(([, , answers]) => answers).slice(0, -1))
  for (const shell of ['zsh', 'fish'])
    assert.match((await here.plg(['completion', shell])).stdout, /plg complete -- /, shell)
  assert.equal((await here.plg(['completion', 'tcsh'])).code, 2)
})

test('requests go through the proxy that HTTPS_PROXY names, and past it where NO_PROXY says so', async () => {
  const own = selfSigned('localhost')
  const service = createServer(own, (_request, response) => response.end('{"openapi":"3.1.0"}'))
  const at = await listen(service)
  const asked: string[] = []
  const proxy = createPlainServer().on('connect', (request, client) => {
    asked.push(request.url ?? '')
    const upstream = connect(at, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
  })
  const through = `http://127.0.0.1:${await listen(proxy)}`
  for (const server of [service, proxy])
    atEnd(() => {
      server.closeAllConnections()
      server.close()
    })
  const here = await machine(`https://localhost:${at}`)
  await writeFile(join(here.home, 'ca.pem'), own.cert)
  const env = { HTTPS_PROXY: through, NODE_EXTRA_CA_CERTS: join(here.home, 'ca.pem') }
  const proxied = await here.plg(['openapi'], { env })
  assert.deepEqual([proxied.code, proxied.stdout], [0, '{"openapi":"3.1.0"}\n'], proxied.stderr)
  assert.deepEqual(asked, [`localhost:${at}`])
  const written = await here.plg(['openapi', '--out', 'api.json'], { env: { ...env, NO_PROXY: 'localhost' } })
  assert.equal(written.code, 0, written.stderr)
  assert.match(await readFile(join(here.home, 'api.json'), 'utf8'), /^\{\n {2}"openapi"/)
  assert.equal(asked.length, 1)
})
