import { join } from 'node:path'
import { SCRATCH_SETTINGS, type Scratch } from '../../src/db/scratch.ts'
import { ask } from '../support/database/ask.ts'
import { TEST_PASSWORD } from '../support/database/password.ts'
import { startStandby } from '../support/database/standby.ts'
import { startPooler } from '../support/servers/start-pooler.ts'
import type { Way } from './variants.ts'

export interface OnTheWay {
  /** For the processes of tests. */
  environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Enough for a test whose transactions wait for each other, and so few that each soon follows another's. */
const LINES = 8

type Start = (scratch: Scratch, binaries: string) => Promise<OnTheWay>

/** What starts on the way to a server. */
export const WAYS: Readonly<Record<Way, Start>> = {
  pooled: async ({ ownerUrl }) => {
    const { url, stop } = await startPooler(TEST_PASSWORD, { ownerUrl, lines: LINES })
    return { environment: { TEST_POOL_URL: url }, stop }
  },
  replica: async ({ ownerUrl, dataDir }, binaries) => {
    // A commit waits until the replica shows it, so that a report tells what its test has just written.
    await ask(ownerUrl, 'alter role all set synchronous_commit = remote_apply')
    const settings = { ...SCRATCH_SETTINGS, hot_standby_feedback: 'on' }
    const standby = await startStandby(ownerUrl, dataDir, join(dataDir, 'standby'), { settings, binaries })
    await ask(ownerUrl, `alter system set synchronous_standby_names = '*'`)
    await ask(ownerUrl, 'select pg_reload_conf()')
    const stop = async () => {
      await ask(ownerUrl, 'alter system reset synchronous_standby_names')
      await ask(ownerUrl, 'select pg_reload_conf()')
      await standby.stop()
    }
    return { environment: { TEST_REPORT_DATABASE_URL: `postgres://${new URL(standby.url).host}` }, stop }
  },
}
