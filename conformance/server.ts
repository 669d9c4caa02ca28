import pg from 'pg'
import { startBench } from '../bench/product.ts'
import { factories } from '../server/test/support/clinic/factories.ts'
import { grantAssistant } from '../server/test/support/oauth/assistant-grant.ts'
import { bearerProxy } from './bearer-proxy.ts'
import { judgeAll } from './judge.ts'

const PORT = 4931

/** The suite for servers, over the tools of the real resource server. Whether all that applies to them holds. */
export async function run(): Promise<boolean> {
  const resource = `http://localhost:${PORT + 2}/mcp`
  const product = await startBench({ port: PORT, environment: { ASSISTANT_URL: resource, RATE_LIMITS: 'off' } })
  const owner = new pg.Pool({ connectionString: product.ownerUrl, max: 2 })
  try {
    const { access } = await connected(owner, resource)
    const proxy = await bearerProxy({ port: PORT + 2 }, access)
    const isFit = await judgeAll(`${proxy.url}/mcp`, 'server', output => process.stdout.write(output))
    proxy.close()
    return isFit
  } finally {
    await owner.end()
    await product.close()
  }
}

async function connected(owner: pg.Pool, resource: string) {
  const sql = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await owner.query<Row>(text, values)).rows
  const { insert, clinic } = factories(sql)
  return grantAssistant({ insert, sql }, await clinic(), { resource })
}
