import { tierOfEvent } from '@clinic/contract/event-tiers.ts'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { EVENT_WORDS } from '@clinic/contract/event-words.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { platformOperations } from '@clinic/contract/platform/index.ts'
import { publisherOperations } from '@clinic/contract/publisher/index.ts'
import { staffOperations } from '@clinic/contract/staff/index.ts'
import type { Plugin } from 'vite'

/** The interfaces that the console asks, by what their modules are called. */
const SURFACES: Readonly<Record<string, readonly Operation[]>> = {
  staff: staffOperations,
  publisher: publisherOperations,
  platform: platformOperations,
}
const MODULE = /^\0virtual:(\w+)-(routes|input)(?:\/(\w+))?$/
const WORDS = '\0virtual:event-words'

/**
 * What the client has to know of the operations at run time: their routes, and, for a form, the input of one; and of the
 * events what a consent says of them. The rest of their declarations stays out of the bundle.
 */
export const operations: Plugin = {
  name: 'operations',
  resolveId: id => (id.startsWith('virtual:') ? `\0${id}` : null),
  load(id) {
    if (id === WORDS) return eventWords()
    const [, surface = '', kind, operation = ''] = MODULE.exec(id) ?? []
    const all = SURFACES[surface]
    if (all === undefined) return null
    return kind === 'routes' ? routes(all) : input(all, operation)
  },
}

function routes(all: readonly Operation[]): string {
  const paths = all.map(({ id, method, path }) => [id, `${method} ${path}`])
  const open = all.filter(({ access }) => access.by === 'anybody').map(({ id }) => id)
  return `export const ROUTES = ${JSON.stringify(Object.fromEntries(paths))}, OPEN = ${JSON.stringify(open)}`
}

/** Which publisher it is says the address of the page, and not the form. */
function input(all: readonly Operation[], operationId: string): string {
  const operation = all.find(({ id }) => id === operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  const { properties, required = [], ...rest } = { ...operation.input }
  const { publisherId: _, ...fields } = properties
  const schema = { ...rest, properties: fields, required: required.filter(name => name !== 'publisherId') }
  return `export const INPUT = ${JSON.stringify(schema)}`
}

function eventWords(): string {
  const words = EVENT_TYPES.map(type => [type, { tier: tierOfEvent(type), ...EVENT_WORDS[type] }])
  return `export const EVENT_WORDS = ${JSON.stringify(Object.fromEntries(words))}`
}
