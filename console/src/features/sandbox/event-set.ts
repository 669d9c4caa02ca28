import type { Returned } from '../../lib/api.ts'

export type EventType = Returned<'listSandboxEventTypes'>
type Field = EventType['fields'][number]
/** What was typed, by field. */
export type Typed = Readonly<Record<string, string>>

/** What is sent of what was typed: a field that was left empty is left out. */
export const setOf = (fields: readonly Field[], typed: Typed): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(field => {
      const text = (typed[field.name] ?? '').trim()
      return text === '' ? [] : [[field.name, typedValue(field, text)]]
    }),
  )

function typedValue({ kind }: Field, text: string): unknown {
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text
  if (kind === 'boolean') return text === 'true'
  if (kind === 'list') return text.split('\n').flatMap(line => line.trim() || [])
  return text
}
