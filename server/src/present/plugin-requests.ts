import { operations } from '@clinic/contract/index.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { PluginRequest } from '@clinic/contract/staff/plugin-requests.ts'
import type { PluginRequestRow } from '../domain/plugins/plugin-requests.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const declared = new Map(operations.map(operation => [operation.id, operation]))
const methodOf = wordOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)

/** What was asked for by then: an operation that is no more has no path. */
const routeOf = ({ operation }: PluginRequestRow): string => {
  const path = declared.get(operation)?.path
  return path === undefined ? '' : `${pluginDocument.base}${path}`
}

/** How the clinic sees a request of a plugin. */
export const presentPluginRequest = presenter<PluginRequestRow, typeof PluginRequest>(PluginRequest, {
  at: 'created_at',
  method: row => methodOf(declared.get(row.operation)?.method ?? 'GET'),
  route: routeOf,
})
