import { endProcess } from '../child-process.ts'
import type { TestApp } from './harness.ts'
import { startRole } from './role-process.ts'

export interface ApiProcess {
  address: string
  /** Ends it as a crash would: nothing of it is finished. */
  kill(): Promise<unknown>
}

/** Another API process on the database of a test file, as `npm start` runs it. Answers its address; ends with the tests. */
export const apiProcess = async (app: TestApp): Promise<string> => (await startApiProcess(app)).address

/** The same, for tests that end it themselves; the console is served at the same address by all. */
export async function startApiProcess(app: TestApp): Promise<ApiProcess> {
  const { address, child } = await startRole(app, 'api', { WEB_ORIGIN: app.origin })
  return { address, kill: () => endProcess(child, 'SIGKILL') }
}
