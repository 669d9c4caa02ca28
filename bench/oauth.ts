import { assistantBox, introspectionCredential } from '@clinic/server/kernel/values/assistant-box.ts'
import { secretBox } from '@clinic/server/kernel/values/secret-box.ts'
import { newSecret, secretHash } from '@clinic/server/oauth/secrets.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import { masterKeys } from '@clinic/server/settings/master-keys.ts'
import pg from 'pg'
import { cpuSeconds } from './cpu.ts'
import { load, type NextRequest } from './load.ts'
import { startBench } from './product.ts'
import { settle } from './seed.ts'
import { steadyLoad } from './steady-load.ts'

const CONNECTIONS = 5_000
const [PER_SECOND, SECONDS] = [200, Number(process.env.BENCH_SECONDS ?? 15)]
const TARGET_MS = 10

/**
 * What it costs to ask whether a token still holds, which the resource server does with every request: at a steady 200 a
 * second, timed from when each was due, and then as fast as it goes.
 */
export async function run(): Promise<void> {
  const bench = await startBench({ port: 4911 })
  try {
    const env = readEnv({ DATA_DIR: bench.dataDir })
    const credential = introspectionCredential(assistantBox(secretBox(await masterKeys(env))))
    const tokens = await seed(bench.ownerUrl)
    await settle(bench.ownerUrl)
    const next = introspections(tokens, credential, bench.product.port)
    const { port } = bench.product
    await load({ port, connections: 8, seconds: 3, wanted: '200', next })
    const idle = { port, perSecond: PER_SECOND, seconds: SECONDS, wanted: '200', next: () => HEALTH }
    print(`what the machine does to ${PER_SECOND}/s of nothing (/healthz)`, await steadyLoad(idle))
    const before = [await cpuSeconds(bench.product.pid), await cpuSeconds(bench.databasePid)]
    const steady = await steadyLoad({ port, perSecond: PER_SECOND, seconds: SECONDS, wanted: '200', next })
    const after = [await cpuSeconds(bench.product.pid), await cpuSeconds(bench.databasePid)]
    const micros = (i: number) => (((after[i] ?? 0) - (before[i] ?? 0)) * 1e6) / steady.requests
    const verdict = steady.p99Ms < TARGET_MS ? 'within' : 'BEYOND'
    print(`introspection, ${PER_SECOND}/s over ${CONNECTIONS} connections`, steady)
    console.log(`p99 ${steady.p99Ms.toFixed(2)} ms, ${verdict} the target of ${TARGET_MS} ms`)
    console.log(`CPU each: node ${micros(0).toFixed(0)} µs, database ${micros(1).toFixed(0)} µs`)
    print('introspection, as fast as it goes', await load({ port, connections: 16, seconds: 5, wanted: '200', next }))
  } finally {
    await bench.close()
  }
}

function print(what: string, { perSecond, p50Ms, p99Ms, wrong }: Awaited<ReturnType<typeof load>>): void {
  if (wrong > 0) throw new Error(`${wrong} answers were not 200.`)
  console.log(`${what}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`)
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Each asks about another connection than the one before, as different doctors' assistants do. */
function introspections(tokens: readonly string[], credential: string, port: number): NextRequest {
  let count = 0
  return () => {
    const body = `token=${tokens[count++ % tokens.length]}`
    return [
      'POST /oauth/introspect HTTP/1.1',
      `Host: localhost:${port}`,
      `Authorization: Bearer ${credential}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  }
}

/** Connections of as many people of fifty clinics, each with tokens that it used and the one that it has. */
async function seed(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const tokens = Array.from({ length: CONNECTIONS }, () => newSecret('access'))
  const used = tokens.flatMap(() => Array.from({ length: 5 }, () => secretHash(newSecret('refresh'))))
  for (const [text, values] of [
    [CLINICS, []],
    [PEOPLE, [CONNECTIONS]],
    [GRANTS, [CONNECTIONS]],
    [TOKENS, [tokens.map(secretHash), 'access']],
    [TOKENS, [used, 'refresh']],
  ] as const)
    await client.query(text, [...values])
  await client.end()
  return tokens
}

const CLINICS = `
  insert into clinic (company_id, name, country, currency, time_zone, locale, created_at, updated_at)
  select 'cli_' || n, 'Clinic ' || n, 'SA', 'SAR', 'Asia/Riyadh', 'en', now(), now() from generate_series(0, 49) as n`
const PEOPLE = `
  with who as (
    insert into staff_user (id, email, name, password_hash, created_at, updated_at)
    select 'usr_' || n, n || '@clinic.example', 'Doctor', '$argon2id$none', now(), now() from generate_series(0, $1::int - 1) as n
    returning id)
  insert into membership (company_id, user_id, role, all_branches, created_at, updated_at)
  select 'cli_' || substring(id from 5)::int % 50, id, 'doctor', true, now(), now() from who`
const GRANTS = `
  with client as (
    insert into oauth_client (client_id, kind, name, redirect_uris, grant_types, created_at)
    values ('oac_bench', 'dcr', 'Bench', '{https://assistant.example/}', '{authorization_code}', now()) returning client_id)
  insert into oauth_grant (id, client_id, user_id, company_id, scope, resource, second_factor, created_at, absolute_end)
  select 'ogr_' || n, client_id, 'usr_' || n, 'cli_' || n % 50, 'clinic:read schedule:read patients:read clinical:read',
    'http://localhost:4001/mcp', false, now(), now() + interval '90 days'
  from client, generate_series(0, $1::int - 1) as n`
const TOKENS = `
  insert into oauth_token (token_hash, type, grant_id, client_id, company_id, user_id, scope, created_at, expires_at)
  select token_hash, $2, given.id, given.client_id, given.company_id, given.user_id, given.scope, now(), now() + interval '30 minutes'
  from unnest($1::bytea[]) with ordinality as token (token_hash, n)
  join oauth_grant as given on given.id = 'ogr_' || (n - 1) % (select count(*) from oauth_grant)`
