import { operations } from '@clinic/contract/index.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import type { listPluginRequests } from '@clinic/contract/staff/plugin-requests.ts'
import type { TableRow } from '../../db/tables.ts'
import { listSource } from '../../kernel/list-source.ts'
import { idTimeMs } from '../../kernel/values/ids.ts'

export interface PluginRequestRow extends Omit<TableRow<'request_log'>, 'at' | 'has_more'> {
  created_at: string
  token_hint: string | null
}

/** How long requests can be looked into. */
const DAYS = 14

/** What an installation asked for, newest first. Conditions of refusals name them, so that these few are read off an index. */
export const pluginRequests = listSource<PluginRequestRow>({
  name: 'listPluginRequests',
  from: '(select *, at as created_at from request_log) t',
  columns: `t.company_id, t.installation_id, t.created_at, t.id, t.token_id, t.operation, t.record_id, t.status, t.code,
    t.duration_ms, t.idempotency_key, t.replayed, t.address, t.parameters, t.invalid_fields, t.not_logged,
    (select hint from plugin_token where company_id = t.company_id and id = t.token_id) as token_hint`,
  where: `t.created_at > now() - interval '${DAYS} days'`,
  filters: {
    installationId: value => `t.installation_id = ${value}`,
    requestId: value => `t.id = ${value}`,
    at: value => `t.created_at = ${value}`,
    operation: value => `t.operation = ${value}`,
    ofMethod: value => `t.operation = any (${value})`,
    answered: value => `t.status < 400 and ${value}`,
    refused: value => `t.status >= 400 and t.status < 500 and ${value}`,
    failed: value => `t.status >= 500 and ${value}`,
    code: value => `t.code is not null and t.code = ${value}`,
  },
})

const CLASSES = { '2xx': 'answered', '4xx': 'refused', '5xx': 'failed' } as const

/** What is asked of the log, as its list is asked. An id that is none of a request finds nothing. */
export function requestsWanted(input: Input<typeof listPluginRequests>) {
  const { id: installationId, method, statusClass, requestId, ...query } = input
  const at = requestId === undefined ? undefined : new Date(idTimeMs(requestId) ?? 0).toISOString()
  return {
    ...query,
    installationId,
    ...(requestId !== undefined && { requestId, at }),
    ...(method && { ofMethod: operations.filter(each => each.method === method).map(({ id }) => id) }),
    ...(statusClass && { [CLASSES[statusClass]]: true }),
  }
}
