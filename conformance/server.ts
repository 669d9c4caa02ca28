import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startBench } from '../bench/product.ts'
import { grantAssistant } from '../server/test/assistant-grant.ts'
import { factories } from '../server/test/factories.ts'
import { bearerProxy } from './bearer-proxy.ts'

const ROOT = join(import.meta.dirname, '..')
const PROGRAM = join(ROOT, 'node_modules/.bin/conformance')
const PORT = 4931
const REVISIONS = ['2026-07-28', '2025-11-25']

/** The suite for servers, over the tools of the real resource server. Whether all that applies to them holds. */
export async function run(): Promise<boolean> {
  const resource = `http://localhost:${PORT + 2}/mcp`
  const product = await startBench({ port: PORT, environment: { ASSISTANT_URL: resource, RATE_LIMITS: 'off' } })
  const owner = new pg.Pool({ connectionString: product.ownerUrl, max: 2 })
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const { access } = await connected(owner, resource)
    const proxy = await bearerProxy({ port: PORT + 2 }, access)
    const codes: (number | null)[] = []
    for (const revision of REVISIONS) codes.push(await judge(`${proxy.url}/mcp`, revision, folder))
    proxy.close()
    return codes.every(code => code === 0)
  } finally {
    await owner.end()
    await product.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function connected(owner: pg.Pool, resource: string) {
  const sql = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await owner.query<Row>(text, values)).rows
  const { insert, clinic } = factories(sql)
  return grantAssistant({ insert, sql }, await clinic(), { resource })
}

/** A baseline names each scenario that does not apply, with the reason; one that has come to pass fails as well. */
async function judge(url: string, revision: string, folder: string): Promise<number | null> {
  const baseline = join(ROOT, `conformance/server-${revision}.yml`)
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline, '-o', folder]
  const child = spawn(PROGRAM, args, { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code
}
