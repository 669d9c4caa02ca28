import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { secretBox } from '@clinic/server/kernel/values/secret-box.ts'
import { openDatabases } from '@clinic/server/settings/databases.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import { masterKeys } from '@clinic/server/settings/master-keys.ts'

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url))

export interface Bench {
  ownerUrl: string
  product: { port: number; pid: number }
  bare: { port: number; pid: number }
  dataDir: string
  /** The PostgreSQL server's process. */
  databasePid: number
  close(): Promise<void>
}

/**
 * Starts an embedded database, the product on it as it is shipped, and beside it on the same database the bare handler, or the
 * product again with the settings of `against`.
 */
export async function startBench({
  port = 4901,
  environment = {},
  against,
}: {
  port?: number
  environment?: Record<string, string>
  against?: Record<string, string> | undefined
} = {}): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  const env = readEnv({ DATA_DIR: dataDir })
  const databases = await openDatabases(env, secretBox(await masterKeys(env)), () => undefined)
  const product = await startProduct(port, dataDir, databases.owner, environment)
  const barePort = port + (against ? 10 : 1)
  const bare = against
    ? await startProduct(barePort, dataDir, databases.owner, against)
    : await startBare(barePort, databases.owner)
  const databasePid = await serverPid(dataDir)
  return {
    ownerUrl: databases.owner,
    dataDir,
    product: { port, pid: product.pid ?? 0 },
    bare: { port: barePort, pid: bare.pid ?? 0 },
    databasePid,
    async close() {
      await Promise.all([product, bare].map(stopProcess))
      await databases.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process of the embedded server that runs on the data folder. */
export const serverPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

async function startBare(port: number, url: string): Promise<ChildProcess> {
  const child = fork(BARE, [url, String(port)])
  await once(child, 'message')
  return child
}

const UNLIMITED = Object.fromEntries([
  ['EGRESS_PATIENTS_PER_DAY', '10000000'],
  ...['READ', 'WRITE', 'MESSAGE'].flatMap(name => [
    [`RATE_LIMIT_${name}_PER_MINUTE`, '60000000'],
    [`RATE_LIMIT_${name}_BURST`, '1000000'],
  ]),
])

/** The product on that database, all its roles beside each other; ready when this returns. */
export async function startProduct(
  port: number,
  dataDir: string,
  url: string,
  environment: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      PORT: String(port),
      ASSISTANT_PORT: String(port + 2),
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...UNLIMITED,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', chunk => String(chunk).includes('ready') && resolve())
    child.once('exit', () => reject(new Error('The product could not start.')))
  })
  return child
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
