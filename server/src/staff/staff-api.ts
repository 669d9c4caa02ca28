import { API_VERSION } from '@clinic/contract/api-version.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { type OpenApiDocument, openapi } from '@clinic/contract/openapi.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import type { FastifyInstance } from 'fastify'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { type StaticAnswer, sendStatic, staticAnswer } from '../http/static-answer.ts'
import type { Implementation } from '../kernel/implement.ts'
import { accountApi } from './account-api.ts'
import { assistantsApi } from './assistants-api.ts'
import { membersApi } from './members-api.ts'
import { noticesApi } from './notices-api.ts'
import { pluginAccessApi } from './plugin-access-api.ts'
import { pluginsApi } from './plugins-api.ts'
import { sessionApi } from './session-api.ts'
import { workplaceApi } from './workplace-api.ts'

/** What the console can do: every operation with what it runs; `checkUrl` says where requests may be sent. */
export const staffImplementations = (checkUrl: (url: string) => Promise<UrlCheck>): readonly Implementation[] => [
  ...sessionApi,
  ...accountApi,
  ...workplaceApi,
  ...membersApi,
  ...pluginsApi(checkUrl),
  ...pluginAccessApi(checkUrl),
  ...assistantsApi,
  ...noticesApi,
]

/** The console's API as it runs at an address. */
export const describeStaffApi = (serverUrl: string, operations: readonly Operation[]): OpenApiDocument =>
  openapi({ surface: staffDocument, serverUrl, version: API_VERSION, operations })

/** Serves the description of the console's API; it is written when it is first read. */
export function staffDescription(scope: FastifyInstance, serverUrl: string, operations: readonly Operation[]): void {
  let answer: Promise<StaticAnswer> | undefined
  scope.get('/openapi.json', async (request, reply) => {
    answer ??= staticAnswer('application/json; charset=utf-8', JSON.stringify(describeStaffApi(serverUrl, operations)))
    return sendStatic(request, reply, await answer)
  })
}
