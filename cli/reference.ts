/** What `plg explain` knows: every name of the contract with what it means, taken from there when plg is built. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PLUGIN_ERRORS } from '@clinic/contract/errors.ts'
import { events } from '@clinic/contract/event-types.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { SCOPES } from '@clinic/contract/scopes.ts'
import { DOCUMENT, NAMED, type Named, readOf } from '../sdk/print/declared.ts'
import { kebab } from './families.ts'
import type { Row } from './src/records.ts'

const named = ({ family, verb }: Named): string => `${family}.${verb}`
const scopesOf = ({ documented }: Named) => documented['x-required-scopes'] ?? { mode: 'all', scopes: [] }

/** The fields that a scope opens, as `patient.firstName`. */
const fieldsOf = (scope: string): string[] =>
  Object.entries(DOCUMENT.components.schemas).flatMap(([record, { properties }]) =>
    Object.entries(isRecord(properties) ? properties : {})
      .filter(([, schema]) => isRecord(schema) && schema['x-required-scope'] === scope)
      .map(([field]) => `${record}.${field}`),
  )

function operation(one: Named): Row {
  const { method, path, summary, description, emits, refuses } = one.operation
  const { mode, scopes } = scopesOf(one)
  return {
    ...{ id: named(one), kind: 'operation', means: [summary, description].filter(Boolean).join('. ') },
    ...{ command: `plg ${kebab(one.family)} ${kebab(one.verb)}`, route: `${method} ${path}` },
    ...{ [mode === 'any' ? 'anyOfScopes' : 'scopes']: scopes, events: emits, errors: refuses },
  }
}

const scope = ([id, { en }]: [string, { en: string }]): Row => ({
  ...{ id, kind: 'scope', means: en },
  ...{
    operations: NAMED.filter(one => scopesOf(one).scopes.some(each => each === id)).map(named),
    fields: fieldsOf(id),
  },
})

const REFERENCE: readonly Row[] = [
  ...NAMED.map(operation),
  ...events.map(event => ({
    ...{ id: event.type, kind: 'event', means: event.neverSent ? `${event.summary} It is never sent.` : event.summary },
    ...{ causedBy: NAMED.filter(one => one.operation.emits.includes(event.type)).map(named) },
    readBy: readOf(event)?.[0] ?? null,
    example: DOCUMENT.webhooks[event.type]?.post?.requestBody?.content['application/json'].example,
  })),
  ...Object.entries(SCOPES).map(scope),
  ...Object.entries(PLUGIN_ERRORS).map(([id, { status, message }]) => ({
    ...{ id, kind: 'error', means: message, status },
    refusedBy: NAMED.filter(one => one.operation.refuses.some(code => code === id)).map(named),
  })),
]

/** One file, which the command reads when it is used. */
export const writeReference = (dir: string): Promise<void> =>
  writeFile(join(dir, 'reference.json'), JSON.stringify(REFERENCE))
