import type { Connection } from '../server/src/assistant/connection.ts'
import { resourceAt } from '../server/src/assistant/resource.ts'
import { resourceServer } from '../server/src/assistant/resource-server.ts'
import { httpServer } from '../server/src/http/server.ts'
import { Strangers } from '../server/src/http/strangers.ts'
import { openLog } from '../server/src/settings/log.ts'
import { freePort } from '../server/test/support/app/product.ts'
import { bearerProxy } from './bearer-proxy.ts'
import { fixtureHandler } from './fixtures/fixture-handler.ts'
import { judgeAll } from './judge.ts'

const TOKEN = 'fixture'
const DAY_SECONDS = 86_400

/** The one connection that the fixtures know. */
const connection: Connection = {
  active: true,
  token_type: 'Bearer',
  scope: '',
  grant_id: 'ogr_fixture',
  company_id: 'cli_fixture',
  aud: 'http://localhost/mcp',
  client_id: 'suite',
  client_name: 'Suite',
  sub: 'usr_fixture',
  name: 'Nobody',
  email: 'nobody@clinic.example',
  role: 'owner',
  practitioner_id: null,
  all_branches: true,
  branch_ids: [],
  grant_scope: '',
  grant_declined: '',
  granted: [],
  declined: [],
  scopes: new Set<never>(),
  exp: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
  grant_exp: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
}

/** The suite for servers, over all that it knows, behind the resource server's own gate and routes. */
export const run = (): Promise<boolean> => judgeFixtures(output => process.stdout.write(output))

/** The same, shown to every client. */
export async function judgeFixtures(show: (output: string) => void): Promise<boolean> {
  const port = await freePort()
  const address = `http://localhost:${port}/mcp`
  const strangers = new Strangers({ addressOf: () => '', perMinute: 120, enabled: false })
  const log = openLog('silent', 'fixtures')
  const http = httpServer({ log, strangers, requestTimeoutMs: 20_000, publicUrl: address })
  const handler = fixtureHandler()
  resourceServer(http, {
    resource: resourceAt(address),
    issuer: 'http://localhost:4000',
    authorizationServer: {
      connectionOf: async token => (token === TOKEN ? connection : undefined),
      close: async () => undefined,
    },
    strangers,
    handler,
    addressOf: () => null,
  })
  await http.listen({ host: '127.0.0.1', port })
  const proxy = await bearerProxy({ port }, TOKEN)
  try {
    return await judgeAll(`${proxy.url}/mcp`, 'fixtures', show)
  } finally {
    proxy.close()
    await handler.close()
    await http.close()
  }
}
