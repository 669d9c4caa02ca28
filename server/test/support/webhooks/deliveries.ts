import { createEgress } from '../../../src/egress/agent.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { openLog } from '../../../src/settings/log.ts'
import { createDispatcher, type DispatcherOptions } from '../../../src/webhooks/dispatcher.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'
import { atEnd } from '../at-end.ts'
import { directDriver, pooled } from '../database/driver.ts'

/** What sends webhooks for a test app, in this process; its waits are short by default. */
export async function startDispatcher(
  { database }: Pick<TestApp, 'database'>,
  {
    rules,
    ...options
  }: Partial<Omit<DispatcherOptions, 'rules'>> & { rules?: Partial<DispatcherOptions['rules']> } = {},
): Promise<{ stop(): Promise<void> }> {
  const egress = createEgress({ allowPrivate: true })
  const dispatcher = await createDispatcher({
    driver: directDriver,
    databaseUrl: pooled(database.dispatcherUrl),
    listenUrl: database.dispatcherUrl,
    box: secretBox([MASTER_KEY]),
    egress,
    log: openLog(process.env.LOG_LEVEL ?? 'silent', 'worker'),
    rules: { backoffMs: 20, maxAttempts: 4, maxConsecutiveFailures: 20, ...rules },
    ...options,
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= dispatcher.stop().then(() => egress.close())
    return stopping
  }
  atEnd(stop)
  return { stop }
}
