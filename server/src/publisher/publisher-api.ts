import { API_VERSION } from '@clinic/contract/api-version.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { type OpenApiDocument, openapi } from '@clinic/contract/openapi.ts'
import { publisherDocument } from '@clinic/contract/publisher/openapi.ts'
import type { Implementation } from '../kernel/implement.ts'
import { deviceApi } from './device-api.ts'
import { examsApi } from './exams-api.ts'
import { installationsApi } from './installations-api.ts'
import { ownDeliveriesApi } from './own-deliveries-api.ts'
import { ownPluginsApi } from './plugins-api.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import { publishersApi } from './publishers-api.ts'
import { publishingApi } from './publishing-api.ts'

/** What publishers can do: every operation with what it runs. */
export const publisherImplementations = (deps: PublisherDeps): readonly Implementation[] => [
  ...publishersApi(deps),
  ...deviceApi,
  ...ownPluginsApi(deps.fetchFrom),
  ...publishingApi(deps),
  ...examsApi(deps),
  ...installationsApi(deps),
  ...ownDeliveriesApi,
]

/** The publishers' API as it runs at an address. */
export const describePublisherApi = (serverUrl: string, operations: readonly Operation[]): OpenApiDocument =>
  openapi({ surface: publisherDocument, serverUrl, version: API_VERSION, operations })
