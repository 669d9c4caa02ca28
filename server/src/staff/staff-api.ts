import { API_VERSION } from '@clinic/contract/api-version.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { type OpenApiDocument, openapi } from '@clinic/contract/openapi.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import type { FastifyInstance } from 'fastify'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { serveDescription } from '../http/serve-description.ts'
import type { Implementation } from '../kernel/implement.ts'
import { accountApi } from './account-api.ts'
import { assistantsApi } from './assistants-api.ts'
import { auditApi } from './audit-api.ts'
import { deliveriesApi } from './deliveries-api.ts'
import { exportsApi } from './exports-api.ts'
import { installRequestsApi } from './install-requests-api.ts'
import { membersApi } from './members-api.ts'
import { noticesApi } from './notices-api.ts'
import { patientsApi } from './patients-api.ts'
import { pluginAccessApi } from './plugin-access-api.ts'
import { pluginRequestsApi } from './plugin-requests-api.ts'
import { pluginStopsApi } from './plugin-stops-api.ts'
import { pluginsApi } from './plugins-api.ts'
import { sandboxApi } from './sandbox-api.ts'
import { securityEventsApi } from './security-events-api.ts'
import { sessionApi } from './session-api.ts'
import { workplaceApi } from './workplace-api.ts'

/**
 * What the console can do: every operation with what it runs; `checkUrl` says where requests may be sent, `world` plays
 * those outside of a sandbox clinic.
 */
export const staffImplementations = (
  checkUrl: (url: string) => Promise<UrlCheck>,
  world: SandboxWorld,
): readonly Implementation[] => [
  ...sessionApi,
  ...accountApi,
  ...workplaceApi,
  ...patientsApi,
  ...membersApi,
  ...pluginsApi(checkUrl),
  ...pluginStopsApi,
  ...installRequestsApi,
  ...pluginAccessApi(checkUrl),
  ...deliveriesApi,
  ...pluginRequestsApi,
  ...auditApi,
  ...exportsApi(world.storage),
  ...sandboxApi(world),
  ...assistantsApi,
  ...noticesApi,
  ...securityEventsApi,
]

/** The console's API as it runs at an address. */
export const describeStaffApi = (serverUrl: string, operations: readonly Operation[]): OpenApiDocument =>
  openapi({ surface: staffDocument, serverUrl, version: API_VERSION, operations })

/** Serves the description of the console's API. */
export const staffDescription = (scope: FastifyInstance, serverUrl: string, operations: readonly Operation[]): void =>
  serveDescription(scope, () => describeStaffApi(serverUrl, operations))
