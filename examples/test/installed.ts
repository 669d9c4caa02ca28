import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getExam, startExam } from '@clinic/contract/publisher/exams.ts'
import { createOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { createTestInstallation } from '@clinic/contract/publisher/test-installations.ts'
import { uploadVersion } from '@clinic/contract/publisher/versions.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { endProcess } from '../../server/test/support/child-process.ts'
import { openPublisherScene, type PublisherScene } from '../../server/test/support/publisher/scene.ts'
import { listen } from '../../server/test/support/servers/listen.ts'

const EXAMPLES = join(import.meta.dirname, '..')
const VERSION = '0.1.0'

export type ExampleName = 'recall-bot' | 'accounting-export' | 'lab-portal'

export interface Example {
  readonly scene: PublisherScene
  /** Where it listens. */
  readonly url: string
  /** What it keeps, by its path. */
  readonly data: string
  readonly token: string
  /** Starts it and waits until it listens. */
  start(): Promise<void>
  /** Ends it without a warning. */
  kill(): Promise<void>
  /** Runs one of its commands; answers what it printed. */
  run(...words: string[]): Promise<{ code: number | null; printed: string }>
  /** Begins its exam, in place of the installation, and starts it with the keys of that. */
  begin(): Promise<() => Promise<ExamResult>>
}
type ExamResult = { state: string; outcomes: Readonly<Record<string, string>>; told: string }

/** A port that is free now. The plugin has to say where it listens before it is given its keys. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

interface Wishes {
  optionalScopes?: ScopeName[]
  settings?: Record<string, unknown>
  /** Changes the sandbox before anything is installed there. */
  prepare?: (scene: PublisherScene) => Promise<unknown>
}

/** Uploads the plugin as its manifest says, and installs it in the sandbox of a publisher of its own. */
async function installedBy(scene: PublisherScene, name: ExampleName, url: string, wishes: Wishes) {
  const { publisherId, api } = scene
  const manifest: Record<string, unknown> = JSON.parse(await readFile(join(EXAMPLES, name, 'manifest.json'), 'utf8'))
  // Slugs are the whole platform's; each of these publishers has the plugin as its own.
  const slug = `${name}-${publisherId.slice(-6).toLowerCase()}`
  const own = { ...manifest, plugin: { ...Object(manifest.plugin), slug } }
  const plugin = await api.call(createOwnPlugin, { publisherId, slug, visibility: 'PRIVATE' })
  const { id } = plugin.body.data
  const uploaded = await api.call(uploadVersion, { publisherId, id, version: VERSION, manifest: own })
  if (uploaded.status !== 201) throw new Error(uploaded.text)
  const { optionalScopes, settings } = wishes
  const { body, text } = await api.call(createTestInstallation, {
    ...{ publisherId, id, version: VERSION, webhookUrls: [{ template: 1, url }] },
    ...(optionalScopes && { optionalScopes }),
    ...(settings && { settings }),
  })
  if (!body.data) throw new Error(text)
  return { id, token: String(body.data.token), secret: String(body.data.webhooks[0]?.signingSecret) }
}

/** One of the examples, as a process of its own beside a product that is started. */
export async function example(app: TestApp, name: ExampleName, wishes: Wishes = {}): Promise<Example> {
  const scene = await openPublisherScene(app)
  await wishes.prepare?.(scene)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data.sqlite')
  const { id, token, secret } = await installedBy(scene, name, `${url}/hooks`, wishes)
  const keys = { CLINIC_TOKEN: token, WEBHOOK_SECRET: secret }
  const env = {
    ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, CLINIC_URL: app.url },
    // What is to be seen comes by events: no round is waited for but the first.
    ...{ PORT: String(port), PUBLIC_URL: url, DATA: data, EVERY_SECONDS: '86400' },
  }
  let running: ChildProcess | undefined
  const spawned = (words: readonly string[]) =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', ...words], {
      cwd: join(EXAMPLES, name),
      env: { ...env, ...keys },
    })

  async function start(): Promise<void> {
    const child = spawned([])
    running = child
    atEnd(() => endProcess(child, 'SIGKILL'))
    await new Promise<void>((resolve, reject) => {
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
          if (said.includes('listens on')) resolve()
        })
      child.once('close', () => reject(new Error(`${name} ended: ${said}`)))
    })
  }
  const kill = async () => {
    if (running) await endProcess(running, 'SIGKILL')
  }
  const run: Example['run'] = (...words) =>
    new Promise(resolve => {
      let printed = ''
      const child = spawned(words)
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text
        })
      child.once('close', code => resolve({ code, printed }))
    })
  async function begin() {
    const which = { publisherId: scene.publisherId, id, version: VERSION }
    await kill()
    const { body, text } = await scene.api.call(startExam, { ...which, url: `${url}/hooks`, replace: true })
    if (!body.data) throw new Error(text)
    Object.assign(keys, { CLINIC_TOKEN: body.data.token, WEBHOOK_SECRET: String(body.data.signingSecret) })
    await start()
    return async () => {
      const { data: exam } = (await scene.api.call(getExam, { ...which, examId: body.data.id })).body
      const outcomes = Object.fromEntries(exam.probes.map(({ probe, outcome }) => [probe, outcome]))
      return { state: exam.state, outcomes, told: JSON.stringify(exam.probes, undefined, 1) }
    }
  }
  return { scene, url, data, token, start, kill, run, begin }
}
