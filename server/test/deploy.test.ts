import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { DASHBOARDS } from '../../deploy/dashboards.ts'
import { printed } from '../../deploy/print.ts'
import { valuesSchema } from '../../deploy/values-schema.ts'
import { figures } from '../../docs/src/print/operating.ts'
import { COUNTS, DURATIONS, LEVELS } from '../src/http/figures.ts'
import { fileSetting } from '../src/settings/env.ts'
import { ROLE_NAMES } from '../src/settings/roles.ts'
import { SETTINGS } from '../src/settings/settings.ts'
import { freePort, ROOT } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { endProcess } from './support/child-process.ts'
import { testDatabase } from './support/database/database.ts'
import { eventually } from './support/eventually.ts'

const DEPLOY = join(ROOT, 'deploy')
const read = (path: string) => readFile(join(DEPLOY, path), 'utf8')
const ARGUMENTS = new Set<string>([...ROLE_NAMES, 'all', 'migrate'])
const NAMES = new Set(Object.keys(SETTINGS).flatMap(name => [name, fileSetting(name)]))

/** The lines of a unit by their key; a key may come again. */
async function unitOf(name: string): Promise<Map<string, string[]>> {
  const unit = new Map<string, string[]>()
  for (const [, key = '', value = ''] of (await read(`systemd/${name}`)).matchAll(/^(\w+)=(.*)$/gm))
    unit.set(key, [...(unit.get(key) ?? []), value])
  return unit
}

const settingsOf = (unit: Map<string, string[]>): Record<string, string> =>
  Object.fromEntries((unit.get('Environment') ?? []).flatMap(line => line.split(' ')).map(pair => pair.split('=', 2)))

const folder = await mkdtemp(join(tmpdir(), 'clinic-units-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const database = await testDatabase()
const owner = new URL(database.ownerUrl)
const [port, assistantPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
/** /etc/clinic/settings. */
const SETTINGS_FILE = {
  ...{ BASE_URL: 'https://clinic.example', ASSISTANT_URL: 'https://assistant.example/mcp', HOST: '127.0.0.1' },
  ...{
    PORT: String(port),
    ASSISTANT_PORT: String(assistantPort),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'warn',
  },
  ...{ DATABASE_URL: `postgres://${owner.host}${owner.pathname}`, DRAIN_MS: '100' },
}
await writeFile(join(folder, 'secret-key'), Buffer.alloc(32, 5).toString('base64'))
await writeFile(join(folder, 'owner-url'), database.ownerUrl)

/** Runs what systemd would: the unit's command, with its environment, its credentials and nothing else. */
async function start(name: string, instance = ''): Promise<ChildProcess> {
  const unit = await unitOf(name)
  const filled = (text: string) =>
    text
      .replaceAll('%d', folder)
      .replaceAll('%i', instance)
      .replaceAll('/srv/clinic', ROOT)
      .replaceAll('/var/lib/clinic', folder)
  const [line = ''] = unit.get('ExecStart') ?? []
  const [program = '', ...args] = filled(line).split(' ')
  const own = Object.entries(settingsOf(unit)).map(([key, value]) => [key, filled(value)])
  const env: Record<string, string> = { ...Object.fromEntries(own), ...SETTINGS_FILE, PATH: '/usr/bin:/bin' }
  for (const key of unit.get('UnsetEnvironment') ?? []) delete env[key]
  const child = spawn(program, args, { env, cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  atEnd(() => endProcess(child, 'SIGKILL'))
  return child
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => child.once('exit', code => resolve(code)))
const statusAt = (at: number, path: string) =>
  fetch(`http://127.0.0.1:${at}${path}`).then(
    ({ status }) => status,
    () => 0,
  )

test('the units of one machine: the schema is made as the owner, and each role starts without that login, is ready and ends with 0', async () => {
  assert.equal(await exitOf(await start('clinic-migrate.service')), 0)
  for (const role of ROLE_NAMES) {
    const child = await start('clinic@.service', role)
    const ended = exitOf(child)
    await Promise.race([
      eventually(() => statusAt(metricsPort, '/readyz'), 200),
      ended.then(code => assert.fail(`${role} ended with ${code}`)),
    ])
    if (role !== 'worker') assert.equal(await statusAt(role === 'api' ? port : assistantPort, '/healthz'), 200)
    child.kill('SIGTERM')
    assert.equal(await ended, 0, role)
  }
})

test('every unit names programs and settings that there are, and ends no sooner than a process may take', async () => {
  const names = (await readdir(join(DEPLOY, 'systemd'))).filter(name => name.endsWith('.service'))
  assert.ok(names.length >= 5)
  for (const name of names) {
    const unit = await unitOf(name)
    for (const key of Object.keys(settingsOf(unit))) assert.ok(NAMES.has(key), `${name}: ${key}`)
    const [line = ''] = unit.get('ExecStart') ?? []
    const files = line.split(' ').filter(word => /^(?:\.\/)?server\//.test(word))
    assert.ok(files.length >= 2, line)
    for (const file of files) await access(join(ROOT, file))
    if (unit.get('Type')?.[0] === 'exec') assert.ok(Number(unit.get('TimeoutStopSec')?.[0]) >= 45, name)
    assert.equal(unit.get('NoNewPrivileges')?.[0], 'yes', name)
  }
})

interface Service {
  command?: string[]
  environment?: Record<string, string>
  image?: string
  read_only?: boolean
  stop_grace_period?: string
}

test('the services of compose name roles and settings that there are, have no default password, and are no root', async () => {
  const text = await read('compose.yaml')
  const { services }: { services: Record<string, Service> } = parse(text, { merge: true })
  const ours = Object.entries(services).filter(([, { image }]) => image?.startsWith('clinic-platform:'))
  assert.deepEqual(ours.map(([name]) => name).toSorted(), ['api', 'assistant', 'migrate', 'worker'])
  for (const [name, { command, environment = {}, read_only: readOnly, stop_grace_period: grace }] of ours) {
    assert.ok(ARGUMENTS.has(command?.[0] ?? ''), name)
    for (const key of Object.keys(environment)) assert.ok(NAMES.has(key), `${name}: ${key}`)
    assert.deepEqual([readOnly, grace], [true, '45s'])
    assert.equal(/\/\/owner:/.test(environment.DATABASE_URL ?? ''), name === 'migrate')
  }
  for (const secret of ['SECRET_KEY', 'POSTGRES_PASSWORD']) assert.match(text, new RegExp(`\\$\\{${secret}:\\?`))
  const dockerfile = await read('Dockerfile')
  assert.match(dockerfile, /^USER 65532:65532$/m)
  const entry: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '[]')
  for (const word of entry.filter(one => one.includes('server/'))) await access(join(ROOT, word))
})

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

/** The figures that an expression asks for; of a histogram by the name that it has as a whole. */
const askedIn = (expr: string): string[] =>
  [
    ...expr.matchAll(/\b((?:clinic|http_server|db_client|nodejs|process)_\w+?)(?:_bucket|_count|_sum)?(?=[[{)\s]|$)/g),
  ].map(([, name = '']) => name)
const OF_NODE = /^(?:process_cpu_seconds_total|process_resident_memory_bytes)$/
const known = new Set(figures().map(({ name }) => name.replace(/_(?:count|sum)$/, '')))
const labels = new Set<string>(
  Object.values({ ...COUNTS, ...DURATIONS, ...LEVELS }).flatMap(figure => [...figure.labels]),
)
const isShown = (name: string) => OF_NODE.test(name) || known.has(name) || labels.has(name)

test('every alert asks for figures that are shown, wakes a person or says that it does not, and has its page in the runbook', async () => {
  const { groups }: { groups: { rules: Alert[] }[] } = parse(await read('prometheus/alerts.yml'))
  const alerts = groups.flatMap(({ rules }) => rules)
  const runbook = await readFile(join(ROOT, 'docs/pages/guides/runbook.md'), 'utf8')
  const headings = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading)
  assert.deepEqual(
    headings,
    alerts.map(({ alert }) => alert),
  )
  for (const { alert, expr, labels, annotations } of alerts) {
    for (const name of askedIn(expr)) assert.ok(isShown(name), `${alert} asks for ${name}`)
    assert.ok(askedIn(expr).length > 0 || expr.startsWith('up{'), alert)
    assert.match(labels.severity, /^(?:page|warn)$/)
    assert.equal(annotations.runbook, `guides/runbook#${alert.toLowerCase()}`)
  }
})

test('what is printed is as it was printed (else: npm run deploy:print)', async () => {
  for (const [path, text] of printed()) assert.equal(await read(path), text, path)
})

type Values = Record<'image' | 'settings' | 'database', Record<string, unknown>>

test('the values of the chart are settings that there are, and none of them has a login, the tag latest or a misspelt name', async () => {
  const values: Values = parse(await read('helm/clinic/values.yaml'))
  const check = new Ajv({ strict: false }).compile(valuesSchema())
  assert.ok(check(values), JSON.stringify(check.errors))
  const refused = [
    { ...values, image: { ...values.image, tag: 'latest' } },
    { ...values, settings: { ...values.settings, BASE_ULR: 'https://clinic.example' } },
    { ...values, settings: { ...values.settings, SECRET_KEY: 'x' } },
    { ...values, database: { ...values.database, url: 'postgres://owner:password@host/clinic' } },
  ]
  for (const wrong of refused) assert.ok(!check(wrong), JSON.stringify(wrong))
})

test('the dashboards ask for figures that are shown', () => {
  for (const { title, ask } of Object.values(DASHBOARDS).flat()) {
    assert.ok(askedIn(ask).length > 0, title)
    for (const name of askedIn(ask)) assert.ok(isShown(name), `${title} asks for ${name}`)
  }
})
