import type { FileStorage } from '../domain/files/file-storage.ts'
import type { Implementation } from '../kernel/implement.ts'
import { events } from './events.ts'
import { installation } from './installation.ts'
import { onlinePayments } from './online-payments.ts'
import { recordImplementations } from './records.ts'
import { sandbox } from './sandbox.ts'
import { sandboxClock } from './sandbox-clock.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

export interface ApiDeps {
  storage: FileStorage
  payments: Parameters<typeof onlinePayments>[0]
  checkUrl: Parameters<typeof webhookEndpoints>[0]
  sandbox: Parameters<typeof sandbox>[0]
  newsOf: Parameters<typeof sandboxClock>[0]
}

/** What the plugin API can do: every operation with what it runs. */
export const implementations = ({
  storage,
  payments,
  checkUrl,
  sandbox: world,
  newsOf,
}: ApiDeps): readonly Implementation[] => [
  ...recordImplementations(storage),
  ...onlinePayments(payments),
  ...installation,
  ...webhookEndpoints(checkUrl),
  ...events(newsOf),
  ...sandbox(world),
  ...sandboxClock(newsOf),
]
