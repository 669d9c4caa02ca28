import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { assistantKey } from '../../../src/kernel/values/assistant-box.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import type { ReadyMessage, StartMessage } from '../../../src/process/role-process.ts'
import { type DatabaseUrls, NO_LOGINS } from '../../../src/settings/database-urls.ts'
import type { RoleName } from '../../../src/settings/roles.ts'
import { atEnd } from '../at-end.ts'
import { endProcess } from '../child-process.ts'
import type { TestDatabase } from '../database/database.ts'
import { wayTo } from '../database/driver.ts'
import { MASTER_KEY, type TestApp } from './harness.ts'

const PROGRAM = join(import.meta.dirname, '../../../src/process/role-process.ts')

export interface RoleProcess {
  /** On loopback; empty where the role serves nothing. */
  address: string
  child: ChildProcess
  /** What it has logged so far. */
  logged(): string
}

const SETTINGS = {
  ...{ NODE_ENV: 'test', PORT: '0', ASSISTANT_PORT: '0', HOST: '127.0.0.1' },
  ...{ LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
}

/** A role in a process of its own on the database of a test file, as `npm start` runs it; ends with the tests. */
export async function startRole(
  { database }: Pick<TestApp, 'database'>,
  role: RoleName,
  settings: Record<string, string> = {},
): Promise<RoleProcess> {
  const env = { ...process.env, ...wayTo(database.ownerUrl), ...SETTINGS, ...settings }
  const child = fork(PROGRAM, [role], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  atEnd(() => endProcess(child))
  let logged = ''
  child.stdout?.on('data', chunk => {
    logged += chunk
  })
  child.send(messageFor(role, database))
  const [ready]: ReadyMessage[] = await once(child, 'message')
  return { address: (ready?.address ?? '').replace('localhost', '127.0.0.1'), child, logged: () => logged }
}

function messageFor(role: RoleName, database: TestDatabase): StartMessage {
  const own = role === 'assistant' ? assistantKey(secretBox([MASTER_KEY])) : MASTER_KEY
  return { urls: urlsFor(role, database), masterKeys: [own.toString('base64')] }
}

function urlsFor(role: RoleName, database: TestDatabase): DatabaseUrls {
  const { appUrl: app, dispatcherUrl: dispatcher, readerUrl: reader } = database
  if (role === 'assistant') return { ...NO_LOGINS, reader }
  const { keeperUrl: keeper, sealerUrl: sealer, retentionUrl: retention } = database
  return {
    ...NO_LOGINS,
    app,
    dispatcher,
    ...(role === 'api' && { control: database.control }),
    ...(role === 'worker' && { keeper, sealer, retention }),
  }
}
