import { events } from '../src/event-types.ts'
import { pluginDocument } from '../src/openapi/plugin-surface.ts'
import { openapi } from '../src/openapi.ts'
import { platformOperations } from '../src/platform/index.ts'
import { platformDocument } from '../src/platform/openapi.ts'
import { publisherOperations } from '../src/publisher/index.ts'
import { publisherDocument } from '../src/publisher/openapi.ts'
import { staffOperations } from '../src/staff/index.ts'
import { staffDocument } from '../src/staff/openapi.ts'
import { declaredOperations } from './declared.ts'

const options = { serverUrl: 'https://clinic.example.com', version: '2026-07' } as const

/** All documents as they are printed. */
export const DOCUMENTS = {
  plugin: openapi({ ...options, surface: pluginDocument, operations: declaredOperations, events }),
  staff: openapi({ ...options, surface: staffDocument, operations: staffOperations }),
  publisher: openapi({ ...options, surface: publisherDocument, operations: publisherOperations }),
  platform: openapi({ ...options, surface: platformDocument, operations: platformOperations }),
}
