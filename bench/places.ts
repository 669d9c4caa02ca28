import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Where a process of a role runs, one after the other. */
export interface Place {
  role: 'api' | 'worker'
  port: number
  root: string
  child?: ChildProcess
}

export async function startIn(place: Place, settings: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(place.root, 'server/src/main.ts')], {
    env: { ...process.env, ...settings, ROLE: place.role, PORT: String(place.port) },
    cwd: place.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  place.child = child
  child.stdout.resume()
  if (place.role === 'api') await eventuallyReady(place.port)
  else await once(child.stdout, 'data')
}

/** Ends the process that is there and starts another, which is ready when this returns. */
export async function replaceIn(place: Place, settings: Record<string, string>): Promise<void> {
  const { child } = place
  if (child) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new Error(`A process of role ${place.role} ended with ${code}.`)
  }
  await startIn(place, settings)
  // As long as the proxy needs to see it.
  await delay(1_000)
}

export async function eventuallyReady(port: number): Promise<void> {
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      response => response.status,
      () => 0,
    )
    if (status === 200) return
    await delay(50)
  }
}

/** HAProxy before these ports: it asks each whether it is ready, and repeats nothing. */
export async function startProxy(folder: string, port: number, ports: readonly number[]): Promise<ChildProcess> {
  const path = join(folder, 'haproxy.cfg')
  const servers = ports.map((one, n) => `  server api${n} 127.0.0.1:${one} check inter 300ms fall 1 rise 1`)
  const lines = [
    'global',
    '  maxconn 4000',
    'defaults',
    '  mode http',
    '  retries 0',
    '  timeout connect 5s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  timeout check 5s',
    'frontend all',
    `  bind 127.0.0.1:${port}`,
    '  default_backend apis',
    'backend apis',
    '  option httpchk GET /readyz',
    ...servers,
  ]
  await writeFile(path, `${lines.join('\n')}\n`)
  return spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'ignore'] })
}
