import { listPluginRequests } from '@clinic/contract/staff/plugin-requests.ts'
import { pluginRequests, requestsWanted } from '../domain/plugins/plugin-requests.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import { presentPluginRequest } from '../present/plugin-requests.ts'

/** What plugins asked for. */
export const pluginRequestsApi: readonly Implementation[] = [
  implement(listPluginRequests, async (tx, input) => {
    await tx.get('installation', input.id)
    return page(tx, pluginRequests, requestsWanted(input), presentPluginRequest)
  }),
]
