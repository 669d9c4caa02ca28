import { type FieldRight, isFieldRight, PERMITTED } from '@clinic/contract/field-rights.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { type HoldsRight, isScopedByRecord, lacks, redactorFor, type Schema } from '../kernel/redact.ts'
import { lazyRequire } from '../kernel/values/lazy-require.ts'

/** Loaded with the first answer; it brings a validator of its own. */
const writers = lazyRequire<typeof import('fast-json-stringify')>('fast-json-stringify', import.meta.url)

const SCOPE_KEYS = ['x-required-scope', 'x-masked-without-scope', 'x-replaced-without-scope'] as const

/** The right without which a member is not shown the field. */
const permissionRight = (field: Schema): unknown => (PERMITTED in field ? `may:${field[PERMITTED]}` : undefined)

/** The rights that fields of the schema ask for. */
export function fieldRightsOf(schema: unknown): FieldRight[] {
  const found = new Set<FieldRight>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk)
    else if (isRecord(node)) {
      for (const right of [permissionRight(node), ...SCOPE_KEYS.map(key => node[key])])
        if (isFieldRight(right)) found.add(right)
      Object.values(node).forEach(walk)
    }
  }
  walk(schema)
  return [...found].sort()
}

/**
 * The schema without the fields whose scope is not held. Where one depends on the record none is required: what is required
 * would be written before the others, out of its order.
 */
export function prune(schema: Schema, holds: HoldsRight): Schema {
  const pruned: Schema = {}
  for (const [key, value] of Object.entries(schema))
    pruned[key] = key === 'properties' ? value : pruneNode(value, holds)
  if (isRecord(schema.properties)) {
    const fields = Object.entries(schema.properties).filter(([, field]) => isShown(field, holds) !== 'never')
    const shown = Object.fromEntries(fields.map(([name, field]) => [name, pruneNode(field, holds)]))
    const depends = fields.some(([, field]) => isShown(field, holds) === 'sometimes')
    pruned.properties = shown
    if (Array.isArray(schema.required)) pruned.required = depends ? [] : schema.required.filter(name => name in shown)
  }
  return pruned
}

function pruneNode(node: unknown, holds: HoldsRight): unknown {
  if (Array.isArray(node)) return node.map(each => pruneNode(each, holds))
  return isRecord(node) ? prune(node, holds) : node
}

function isShown(field: unknown, holds: HoldsRight): 'always' | 'sometimes' | 'never' {
  if (!isRecord(field)) return 'always'
  if (lacks(holds, permissionRight(field))) return 'never'
  if (lacks(holds, field['x-replaced-without-scope'])) return 'sometimes'
  if (!lacks(holds, field['x-required-scope'])) return 'always'
  return isScopedByRecord(field) ? 'sometimes' : 'never'
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
  /** The rights held that this operation's answers show something for: what the audit calls the field tier. */
  tier(holds: HoldsRight): readonly FieldRight[]
  /** Writes the answer: declared fields only, in their order, without or masked where a right is not held. */
  write(answer: unknown, holds: HoldsRight): string
}

/** The whitelist of an operation's answers, compiled once for every combination of field rights that occurs. */
export function answerer(operation: Pick<Operation, 'returns' | 'answer'>): Answerer {
  const rights = fieldRightsOf(operation.returns)
  const variants = new Map<string, { tier: FieldRight[]; write: (answer: unknown) => string }>()
  const variant = (holds: HoldsRight) => {
    const tier = rights.filter(holds)
    const key = tier.join()
    const known = variants.get(key)
    if (known) return known
    const shown = ENVELOPES[operation.answer](prune({ ...operation.returns }, holds))
    const redact = redactorFor(ENVELOPES[operation.answer]({ ...operation.returns }), holds)
    const write = writers().default(shown)
    const made = { tier, write: redact ? (answer: unknown) => write(redact(answer)) : write }
    variants.set(key, made)
    return made
  }
  return {
    tier: holds => variant(holds).tier,
    write: (answer, holds) => variant(holds).write(answer),
  }
}
