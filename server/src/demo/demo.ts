import { mkdir } from 'node:fs/promises'
import { DRIVERS } from '../db/drivers.ts'
import { sql } from '../db/statement.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import { type PluginVersion, publishedVersion } from '../domain/plugins/plugin-version.ts'
import { publishPlugin } from '../domain/plugins/publish-plugin.ts'
import { insertMany, type RowsByTable } from '../kernel/insert-many.ts'
import { type OpenTransactions, openTransactions } from '../kernel/open-transactions.ts'
import type { Caller, Context, PlatformTx, Tx } from '../kernel/tx.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { Env } from '../settings/env.ts'
import { makeAssistants } from './assistants.ts'
import type { DemoStep } from './context.ts'
import { correctAndOffer } from './corrections.ts'
import { demoClinic, writeDemoFile } from './demo-file.ts'
import { generate } from './generate.ts'
import { DEMO_MANIFESTS, DEMO_PLUGIN_VERSION } from './installations.ts'
import { makeLogins } from './logins.ts'
import { nakheel } from './nakheel.ts'
import type { ClinicPlan } from './plan.ts'
import { companyIdOf, idsOf, MAKING, PLANS } from './plans.ts'
import { makePlugins } from './plugins/plugins.ts'
import { demoPublisher, makePublisher, PUBLISHER_CLINIC_ID } from './plugins/publisher.ts'
import { makeOneOf } from './reopened.ts'

export interface DemoOptions {
  /** The database as its owner: the application may not make clinics. */
  ownerUrl: string
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_DRIVER'>
  box: SecretBox
  files: FileStorage
  log: (line: string) => void
  baseUrl: string
  assistantUrl?: string
  /** What "today" is; the demo is the same for the same instant. */
  now?: number
}

const DEFAULT_ASSISTANT_URL = 'http://localhost:4001/mcp'
const DEMO: Caller = { kind: 'system', id: 'demo', tokenId: null, holds: () => true }

const existing = sql<{ id: string }>('select company_id as id from clinic')
/** A slow machine may take its time; a second start waits for it. */
const takeTime = sql("select set_config('statement_timeout', '120s', true), set_config('lock_timeout', '120s', true)")
const lockClinic = sql("select pg_advisory_xact_lock(hashtextextended('demo ' || $1, 0))")
/** What a reset brings the sandbox back to; and plugins may move its time. */
const keepSeed = sql(`
  with allowed as (update clinic set plugins_move_time = true where sandbox returning company_id)
  select keep_sandbox_seed() from allowed`)
const clinicExists = sql('select from clinic where company_id = $1')

/**
 * Makes the demo clinics that are missing, one with each step, the sandbox first, with the publisher beside it, and has
 * `DATA_DIR/demo.json` say which are there. A clinic appears whole or not at all, and what its people correct and offer is done
 * once, so that this can be repeated after a crash. A database with clinics of its own and no demo gets none.
 */
export async function* makeClinics(options: DemoOptions): AsyncGenerator<ClinicPlan> {
  const { ownerUrl, env, box, log } = options
  const open = openTransactions(DRIVERS[env.DATABASE_DRIVER], ownerUrl, 'clinic demo', box)
  try {
    const found = await open.platform(tx => tx.sql(existing([])))
    const present = new Set(found.map(({ id }) => id))
    if (present.size > 0 && ![PUBLISHER_CLINIC_ID, ...PLANS.map(companyIdOf)].some(id => present.has(id))) return
    const plugins = await open.platform(publishDemoPlugins)
    // A visitor who makes a plugin needs the publisher as soon as the sandbox.
    const publisher = open.platform(tx => makePublisher(tx, box))
    for (const plan of MAKING) {
      await Promise.all([makeClinic(open, plan, plugins, options), publisher])
      await correctOnce(open, plan)
      if (plan === nakheel) await makePublished(open, options)
      present.add(companyIdOf(plan))
      await writeFile(options, present)
      yield plan
    }
    log('demo: complete; logins and tokens are in demo.json in the data folder')
  } finally {
    await open.close()
  }
}

/** Makes all of them. */
export async function makeDemo(options: DemoOptions): Promise<void> {
  for await (const { facts } of makeClinics(options)) options.log(`demo: ${facts.name} is there`)
}

/** The publisher's plugins in the clinic that shows what becomes of them. */
async function makePublished(open: OpenTransactions, { box }: DemoOptions): Promise<void> {
  await open.write(onClinic(nakheel), async tx => {
    await tx.sql(takeTime([]))
    await tx.sql(lockClinic([tx.clinic.id]))
    await makePlugins(tx, nakheel, box)
    return { value: undefined }
  })
}

async function publishDemoPlugins(tx: PlatformTx): Promise<PluginVersion[]> {
  const versions: PluginVersion[] = []
  for (const manifest of DEMO_MANIFESTS) {
    const { slug } = manifest.plugin
    const earlier = await publishedVersion(tx, slug, DEMO_PLUGIN_VERSION)
    if (!earlier) await publishPlugin(tx, { manifest, version: DEMO_PLUGIN_VERSION })
    const version = earlier ?? (await publishedVersion(tx, slug, DEMO_PLUGIN_VERSION))
    if (version) versions.push(version)
  }
  return versions
}

function onClinic(plan: ClinicPlan): Context {
  const { country, currency, timeZone, taxPercent, sandbox } = plan.facts
  const clinic = {
    id: companyIdOf(plan),
    country,
    currency,
    timeZone,
    taxPercent,
    sandbox,
    clockOffsetMs: 0,
    resets: 0,
  }
  return { clinic, caller: DEMO, requestId: 'demo' }
}

/** The clinic with the people who log in and the assistants that two of them connected, where it has none yet. */
function makeClinic(
  open: OpenTransactions,
  plan: ClinicPlan,
  plugins: readonly PluginVersion[],
  options: DemoOptions,
): Promise<void> {
  const { box, assistantUrl = DEFAULT_ASSISTANT_URL } = options
  return open.write(onClinic(plan), async tx => {
    await tx.sql(takeTime([]))
    await tx.sql(lockClinic([tx.clinic.id]))
    const [made] = await tx.sql(clinicExists([tx.clinic.id]))
    if (!made) await fill(tx, plan, plugins, options)
    await makeLogins(tx, plan, box)
    await makeAssistants(tx, plan, box, assistantUrl)
    return { value: undefined }
  })
}

/** What is corrected and offered takes numbers, as any clinic's are: it is done once the clinic is there, and once. */
function correctOnce(open: OpenTransactions, plan: ClinicPlan): Promise<void> {
  return open.write(onClinic(plan), async tx => {
    await tx.sql(takeTime([]))
    await tx.sql(lockClinic([tx.clinic.id]))
    const isNew = await correctAndOffer(tx)
    if (isNew && plan.facts.sandbox) await tx.sql(keepSeed([]))
    return { value: undefined }
  })
}

async function fill(
  tx: Tx,
  plan: ClinicPlan,
  plugins: readonly PluginVersion[],
  { log, box, files, ...options }: DemoOptions,
) {
  const { now = Date.parse(tx.now) } = options
  const tables = new Set<string>()
  let inserted = Promise.resolve()
  try {
    // While the database takes the rows of one step, those of the next are made.
    await generate(plan, { now, plugins, box }, async (step, rows) => {
      const earlier = inserted
      inserted = earlier.then(() => insert(tx, step, step.seal?.(rows, box, tx.clinic.id) ?? rows, files))
      await earlier
      for (const table of Object.keys(rows)) tables.add(table)
      const count = Object.values(rows).reduce((sum, list) => sum + list.length, 0)
      log(`demo: ${plan.facts.name}: ${step.name}, ${count} rows`)
    })
  } finally {
    await inserted
  }
  await makeOneOf(tx, plan)
  // Until the server looks by itself it would plan for empty tables.
  await tx.sql(sql(`analyze ${[...tables].join()}`)([]))
}

async function insert(tx: Tx, { settle, store }: DemoStep, rows: RowsByTable, files: FileStorage): Promise<void> {
  for (const [table, list] of Object.entries(rows))
    for (const statement of insertMany(table, tx.clinic.id, list)) await tx.sql(statement)
  for (const statement of settle?.(tx.clinic.id) ?? []) await tx.sql(statement)
  await store?.(rows, tx.clinic.id, files)
}

async function writeFile(
  { env, box, baseUrl, assistantUrl = DEFAULT_ASSISTANT_URL }: DemoOptions,
  present: ReadonlySet<string>,
): Promise<void> {
  await mkdir(env.DATA_DIR, { recursive: true })
  const there = PLANS.filter(plan => present.has(companyIdOf(plan)))
  const clinics = there.map(plan => demoClinic(plan, companyIdOf(plan), slug => idsOf(plan)('installation', slug), box))
  await writeDemoFile(env.DATA_DIR, { baseUrl, assistantUrl, clinics, publishers: [demoPublisher(box)] })
}
