import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const PORT = 4960

/** The suites come as a program on this machine. */
export const CLIENT = { id: 'conformance', name: 'Conformance', redirectUris: ['http://127.0.0.1/callback'] }

/** The product as it is shipped, with its demo, on ports and a data folder of its own. */
export interface World {
  port: number
  issuer: string
  /** The assistant resource server's address. */
  resource: string
  /** A member of the clinic that asks for no second factor. */
  login: { email: string; password: string }
  close(): Promise<void>
}

interface Demo {
  assistantUrl: string
  clinics: { logins: { role: string; email: string; password: string; totpSecret: string | null }[] }[]
}

export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-conformance-'))
  const env = {
    ...process.env,
    ...{ DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(PORT), ASSISTANT_PORT: String(PORT + 1), HOST: '127.0.0.1' },
    ...{ OAUTH_CLIENTS: JSON.stringify([CLIENT]), OAUTH_LOOPBACK_REDIRECTS: 'known', ...settings },
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', chunk => /^ready/m.test(String(chunk)) && resolve())
    child.once('exit', () => reject(new Error('The product did not start.')))
  })
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const logins = demo.clinics.flatMap(clinic => clinic.logins)
  const login = logins.find(({ role, totpSecret }) => role === 'doctor' && totpSecret === null)
  if (!login) throw new Error('The demo has no doctor without a second factor.')
  return {
    port: PORT,
    issuer: `http://localhost:${PORT}`,
    resource: demo.assistantUrl,
    login,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
