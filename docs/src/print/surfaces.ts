import { API_VERSION } from '@clinic/contract/api-version.ts'
import { events } from '@clinic/contract/event-types.ts'
import { operations } from '@clinic/contract/index.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { type OpenApiDocument, openapi } from '@clinic/contract/openapi.ts'
import { platformOperations } from '@clinic/contract/platform/index.ts'
import { platformDocument } from '@clinic/contract/platform/openapi.ts'
import { publisherOperations } from '@clinic/contract/publisher/index.ts'
import { publisherDocument } from '@clinic/contract/publisher/openapi.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import { staffDocument } from '@clinic/contract/staff/openapi.ts'
import { type Model, modelOf } from './model.ts'

/** Stands for the address of the service, which the pages take from the environment of who follows them. */
const about = { serverUrl: 'https://clinic.example.com', version: API_VERSION } as const

export const pluginApi = (): OpenApiDocument => openapi({ surface: pluginDocument, ...about, operations, events })

/** What is documented beside the plugin API, below `/docs/<name>`. */
const OTHERS = {
  publisher: () => openapi({ surface: publisherDocument, ...about, operations: publisherOperations }),
  staff: () => openapi({ surface: staffDocument, ...about, operations: staffOperations }),
  platform: () => openapi({ surface: platformDocument, ...about, operations: platformOperations }),
}

/** As its readers get it: what is undefined is not there. */
const read = (document: OpenApiDocument, base: string): Model => modelOf(JSON.parse(JSON.stringify(document)), base)

export const pluginModel = (): Model => read(pluginApi(), '/docs')

export const otherModels = (): readonly (readonly [name: string, model: Model])[] =>
  Object.entries(OTHERS).map(([name, document]) => [name, read(document(), `/docs/${name}`)])
