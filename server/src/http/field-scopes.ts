import type { Operation } from '@clinic/contract/kernel.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import fastJson from 'fast-json-stringify'

type Schema = Record<string, unknown>
type Holds = (scope: ScopeName) => boolean

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The scopes that fields of the schema ask for. */
export function fieldScopesOf(schema: unknown): ScopeName[] {
  const found = new Set<ScopeName>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk)
    else if (isSchema(node)) {
      if (typeof node['x-required-scope'] === 'string') found.add(node['x-required-scope'] as ScopeName)
      Object.values(node).forEach(walk)
    }
  }
  walk(schema)
  return [...found].sort()
}

/** The schema without the fields whose scope is not held. */
export function prune(schema: unknown, holds: Holds): unknown {
  if (Array.isArray(schema)) return schema.map(node => prune(node, holds))
  if (!isSchema(schema)) return schema
  const pruned: Schema = {}
  for (const [key, value] of Object.entries(schema)) pruned[key] = key === 'properties' ? value : prune(value, holds)
  if (isSchema(schema.properties)) {
    const kept = Object.entries(schema.properties).filter(([, field]) => {
      const scope = isSchema(field) ? field['x-required-scope'] : undefined
      return scope === undefined || holds(scope as ScopeName)
    })
    pruned.properties = Object.fromEntries(kept.map(([name, field]) => [name, prune(field, holds)]))
    if (Array.isArray(schema.required)) {
      const names = new Set(kept.map(([name]) => name))
      pruned.required = schema.required.filter(name => names.has(name))
    }
  }
  return pruned
}

const ENVELOPES: Record<Operation['answer'], (item: Schema) => Schema> = {
  one: item => ({ type: 'object', properties: { data: item }, required: ['data'] }),
  all: item => ({ type: 'object', properties: { data: { type: 'array', items: item } }, required: ['data'] }),
  page: item => ({
    type: 'object',
    properties: {
      data: { type: 'array', items: item },
      hasMore: { type: 'boolean' },
      nextCursor: { type: ['string', 'null'] },
    },
    required: ['data', 'hasMore', 'nextCursor'],
  }),
}

export interface Answerer {
  /** The field scopes held that this operation's answers show something for: what the audit calls the field tier. */
  tier(holds: Holds): readonly ScopeName[]
  /** Writes the answer: declared fields only, in their order, without those whose scope is not held. */
  write(answer: unknown, holds: Holds): string
}

/** The whitelist of an operation's answers, compiled once for every combination of field scopes that occurs. */
export function answerer(operation: Operation): Answerer {
  const scopes = fieldScopesOf(operation.returns)
  const variants = new Map<string, { tier: ScopeName[]; write: (answer: unknown) => string }>()
  const variant = (holds: Holds) => {
    const tier = scopes.filter(holds)
    const key = tier.join()
    const known = variants.get(key)
    if (known) return known
    const schema = ENVELOPES[operation.answer](prune(operation.returns, holds) as Schema)
    const made = { tier, write: fastJson(schema) }
    variants.set(key, made)
    return made
  }
  return {
    tier: holds => variant(holds).tier,
    write: (answer, holds) => variant(holds).write(answer),
  }
}
