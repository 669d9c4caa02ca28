import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort, ROOT } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { eventually } from './support/eventually.ts'
import { familyOf, type RunningProcess, runningProcesses } from './support/processes.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'clinic-ending-'))
const settings = {
  ...{ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off', LOG_LEVEL: 'silent', HOST: '127.0.0.1' },
  ...{ PORT: String(await freePort()), ASSISTANT_PORT: String(await freePort()) },
}
let npm: ChildProcess | undefined
const begun: RunningProcess[] = []
atEnd(async () => {
  // Nothing, unless one of these tests has failed.
  for (const { pid } of await left(begun)) tell(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** `npm start` as a person types it, when it serves. */
async function npmStart(): Promise<RunningProcess[]> {
  const child = spawn('npm', ['start'], { cwd: ROOT, env: { ...process.env, ...settings }, stdio: 'pipe' })
  npm = child
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        printed += chunk
        if (/^ready/m.test(printed)) resolve()
      })
    child.once('exit', () => reject(new Error(`It did not start:\n${printed}`)))
  })
  const family = await familyOf(child.pid ?? 0)
  // npm, the program, its roles, and the server with its watch: whatever is missing here would not be missed below.
  for (const part of ['npm start', 'start.js', ' api', ' worker', ' assistant', 'postgres -D', 'read -r word'])
    assert.ok(
      family.some(({ args }) => args.includes(part)),
      `${part} of ${JSON.stringify(family, null, 1)}`,
    )
  begun.push(...family)
  return family
}

const isProgram = ({ args }: RunningProcess) => args.endsWith('server/src/start.js')

/** Which of those processes still run; a number that something else has by now is not theirs. */
async function left(family: readonly RunningProcess[]): Promise<RunningProcess[]> {
  const now = new Map((await runningProcesses()).map(one => [one.pid, one.args]))
  return family.filter(({ pid, args }) => now.get(pid) === args)
}

/** As a terminal does, which minds none that has ended by then: the program ends its roles as soon as it is told. */
function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Each start is on the folder and the ports of the one before, which was ended in another way. */
for (const [who, signal] of [
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['npm', 'SIGHUP'],
  ['npm', 'SIGQUIT'],
  ['npm', 'SIGKILL'],
  ['the program', 'SIGKILL'],
  ['the program', 'SIGQUIT'],
] as const)
  test(`${signal} to ${who} ends everything that npm start began, and the next start works`, async () => {
    const family = await npmStart()
    const target = who === 'npm' ? npm?.pid : family.find(isProgram)?.pid
    assert.ok(target)
    process.kill(target, signal)
    await eventually(() => left(family), [])
    assert.ok(!(await readdir(join(dataDir, 'postgres'))).includes('postmaster.pid'))
  })

test('a Ctrl-C, which the terminal and npm both pass on, ends it in peace', async () => {
  const family = await npmStart()
  const program = family.find(isProgram)?.pid
  assert.ok(npm && program)
  const ended = once(npm, 'exit')
  // As the terminal does: to every process of its group, and npm passes it on.
  for (const pid of [program, ...family.filter(({ args }) => args.includes('role-process.ts')).map(one => one.pid)])
    tell(pid, 'SIGINT')
  npm.kill('SIGINT')
  assert.deepEqual(await ended, [0, null])
  // PostgreSQL's own logger ends when it finds that the server has.
  await eventually(() => left(family), [])
})
