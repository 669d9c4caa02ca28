import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const PORT = 4941

/** The product as an operator starts it, with its own database in a folder; back when it has printed that. */
export async function startOn(dataDir: string, line: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(PORT), ASSISTANT_PORT: String(PORT + 2) },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed += chunk
      if (printed.includes(line)) resolve()
    })
    child.once('exit', () => reject(new Error(`The product ended before it said '${line}'.`)))
  })
  return {
    port: PORT,
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
