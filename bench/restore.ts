import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CHANGED_BY_RESTORE } from '@clinic/server/backup/begin-anew.ts'
import { startEmbedded } from '@clinic/server/db/embedded.ts'
import { tableSums } from '@clinic/server/db/row-sums.ts'
import { withClient } from '@clinic/server/db/with-client.ts'
import { startOn } from './operated.ts'
import { type SeededClinic, seedClinics, settle } from './seed.ts'

const PATIENTS = Number(process.env.BENCH_PATIENTS ?? 2_000_000)
const OF_A_CLINIC = 20_000
const CLINICS_AT_ONCE = 5
const BACKUP = fileURLToPath(new URL('../server/src/backup/main.ts', import.meta.url))

/**
 * Backs up an installation of so many patients beside the demo, destroys its data folder and restores it: every table has
 * to have the same rows, and the tokens of its clinics to read.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-restore-'))
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  try {
    await mkdir(dataDir)
    console.log('| step | s | |\n|-|-|-|')
    await step('start, make the demo', async () => (await startOn(dataDir, 'demo: complete')).stop())
    const clinics = await step(`seed ${PATIENTS} patients`, () => withDatabase(dataDir, seed), sizeOf(dataDir))
    const before = await step('sum up every table', () => withDatabase(dataDir, sumsAt), counted)
    const key = await readFile(join(dataDir, 'secret.key'), 'utf8')
    await step('backup', () => backup(['create', '--to', backups], { DATA_DIR: dataDir }), sizeOf(backups))
    await step('destroy the data folder', () => rm(dataDir, { recursive: true }))
    const restored = { DATA_DIR: dataDir, SECRET_KEY: key }
    await step('restore', () => backup(['restore', '--from', backups], restored), sizeOf(dataDir))
    const after = await step('sum up every table', () => withDatabase(dataDir, sumsAt), counted)
    requireSame(before, after)
    const started = await step('start', () => startOn(dataDir, 'ready', { SECRET_KEY: key }))
    await step(`read in ${clinics.length} clinics`, () => readIn(started.port, clinics)).finally(started.stop)
    console.log(`${before.size} tables, all but ${CHANGED_BY_RESTORE.join(', ')} with the same rows`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Sums = ReadonlyMap<string, string>

/** Runs a step, and prints how long it took and what there is to say of its outcome. */
async function step<Value>(
  title: string,
  work: () => Promise<Value>,
  say: (value: Value) => string | Promise<string> = () => '',
): Promise<Value> {
  const began = performance.now()
  const value = await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`| ${title} | ${seconds.toFixed(1)} | ${await say(value)} |`)
  return value
}

const execute = promisify(execFile)
const backup = (args: readonly string[], settings: Record<string, string>) =>
  execute(process.execPath, [BACKUP, ...args], { env: { ...process.env, ...settings, DATABASE_URL: '' } })

/** What a folder takes of the disk. */
const sizeOf = (folder: string) => async () => {
  const { stdout } = await execute('du', ['-sm', folder])
  return `${Number.parseInt(stdout, 10)} MB`
}

async function withDatabase<Value>(dataDir: string, use: (url: string) => Promise<Value>): Promise<Value> {
  const { url, stop } = await startEmbedded({ dataDir, log: () => undefined })
  return use(url).finally(stop)
}

async function seed(url: string): Promise<SeededClinic[]> {
  const made: SeededClinic[] = []
  const of = Math.min(OF_A_CLINIC, PATIENTS)
  const count = Math.max(1, Math.round(PATIENTS / of))
  while (made.length < count) {
    const some = Math.min(CLINICS_AT_ONCE, count - made.length)
    made.push(...(await seedClinics(url, `r${String(made.length).padStart(4, '0')}`, some, of)))
  }
  await settle(url)
  return made
}

const sumsAt = (url: string): Promise<Sums> => withClient(url, tableSums)
const counted = (sums: Sums): string => {
  const rows = [...sums.values()].reduce((sum, one) => sum + Number.parseInt(one, 10), 0)
  return `${rows} rows in ${sums.size} tables`
}

function requireSame(before: Sums, after: Sums): void {
  const changed: ReadonlySet<string> = new Set(CHANGED_BY_RESTORE)
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(name => !changed.has(name))
  const others = names.filter(name => before.get(name) !== after.get(name))
  if (others.length > 0) throw new Error(`These tables have other rows after the restore: ${others.join(', ')}`)
}

/** A patient of each clinic, by the token that it had. */
async function readIn(port: number, clinics: readonly SeededClinic[]): Promise<void> {
  for (const { id, token, patientIds } of clinics) {
    const wanted = patientIds.at(-1) ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/patients/${wanted}`, { headers })
    if (!(await answer.text()).includes(wanted)) throw new Error(`${id} is not read: ${answer.status}`)
  }
}
