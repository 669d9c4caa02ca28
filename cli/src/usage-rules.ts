import { type Row, textOf, textsOf } from './records.ts'
import type { Usage } from './source-usage.ts'

interface Known {
  /** Of every operation, event and scope what it needs and opens: the rows of `plg explain`. */
  readonly rows: readonly Row[]
}

const byId = ({ rows }: Known, kind: string, id: string): Row | undefined =>
  rows.find(row => row.kind === kind && row.id === id)

/** The scopes of an operation that a manifest lacks: each where it needs all, one where any will do. */
function lacking(operation: Row, granted: ReadonlySet<string>): string[] {
  const anyOf = textsOf(operation.anyOfScopes)
  if (anyOf.length > 0) return anyOf.some(scope => granted.has(scope)) ? [] : anyOf.slice(0, 1)
  return textsOf(operation.scopes).filter(scope => !granted.has(scope))
}

function notRequested({ operations }: Usage, granted: ReadonlySet<string>, known: Known): Row[] {
  return [...operations].flatMap(([name, place]) =>
    lacking(byId(known, 'operation', name) ?? {}, granted).map(scope => ({
      ...{ path: '/requestedScopes', code: 'scope_not_requested', severity: 'error' },
      message: `${place} calls ${name}, which needs ${scope}`,
    })),
  )
}

/** The operations that a plugin calls, and those with which `hydrate` reads what its events tell of. */
function calledBy({ operations, events, words }: Usage, known: Known): string[] {
  const types = known.rows.filter(({ kind, id }) => kind === 'event' && hears(events, String(id)))
  const read = words.has('hydrate') ? types.flatMap(event => textOf(event, 'readBy') ?? []) : []
  return [...operations.keys(), ...read]
}

function neverUsed(manifest: Row, usage: Usage, known: Known): Row[] {
  const used = new Set(
    calledBy(usage, known)
      .map(name => byId(known, 'operation', name) ?? {})
      .flatMap(row => [...textsOf(row.scopes), ...textsOf(row.anyOfScopes)]),
  )
  const fieldsUsed = (scope: Row) => textsOf(scope.fields).some(field => usage.words.has(field.split('.')[1] ?? ''))
  return ['requestedScopes', 'optionalScopes'].flatMap(key =>
    textsOf(manifest[key]).flatMap((name, index) => {
      const scope = byId(known, 'scope', name)
      const opens = scope && (textsOf(scope.operations).length > 0 || textsOf(scope.fields).length > 0)
      if (!opens || used.has(name) || fieldsUsed(scope)) return []
      const message = `${name} is asked of clinics, and nothing that was found needs it`
      return [{ path: `/${key}/${index}`, code: 'scope_never_used', severity: 'warning', message }]
    }),
  )
}

const hears = (events: ReadonlyMap<string, string>, type: string): boolean =>
  events.has(type) || events.has(`${type.split('.')[0]}.*`)

function eventsNotRequested(manifest: Row, { events }: Usage): Row[] {
  const requested = textsOf(manifest.requestedEvents)
  return [...events].flatMap(([name, place]) => {
    const isThere = name.endsWith('.*')
      ? requested.some(type => type.startsWith(name.slice(0, -1)))
      : requested.includes(name)
    if (isThere) return []
    const message = `${place} deals with ${name}, which never arrives`
    return [{ path: '/requestedEvents', code: 'event_not_requested', severity: 'error', message }]
  })
}

/** Where a manifest and what its plugin uses part. */
export function usageIssues(manifest: Row, usage: Usage, known: Known): Row[] {
  const granted = new Set([...textsOf(manifest.requestedScopes), ...textsOf(manifest.optionalScopes)])
  return [
    ...notRequested(usage, granted, known),
    ...eventsNotRequested(manifest, usage),
    ...neverUsed(manifest, usage, known),
  ]
}
