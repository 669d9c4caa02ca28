/** What is wrong with a value, place by place. */
import type { Issue } from './errors.ts'
import { isRecord, type JsonSchema } from './json-schema.ts'
import type { TSchema } from './kernel.ts'
import { expectation, kindProblem, numberProblem, type Problem, sizeProblem, textProblem } from './problems.ts'
import { DEEPEST, isStorableText } from './storable.ts'
import { nearest } from './suggest.ts'

/** What a place in the request is called. */
export type Noun = 'field' | 'parameter'

/** More than this are cut: no client reads them, and a hostile body must not buy a long answer. */
const MOST_ISSUES = 100
/** One segment of a JSON pointer (RFC 6901). Hostile keys are cut short and written in escapes. */
function segment(key: string): string {
  const short = key.length > 64 ? `${key.slice(0, 48)}…` : key
  const printable = short.replaceAll(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    found => `\\u{${found.codePointAt(0)?.toString(16)}}`,
  )
  return printable.replaceAll('~', '~0').replaceAll('/', '~1')
}

interface Report {
  readonly found: Issue[]
  readonly noun: Noun
}

function add({ found }: Report, path: string, problem: Problem | undefined): boolean {
  if (problem && found.length < MOST_ISSUES) found.push({ path, code: problem[0], message: problem[1] })
  return problem !== undefined
}

function visitArray(report: Report, path: string, schema: JsonSchema, items: readonly unknown[], depth: number): void {
  add(report, path, sizeProblem(schema, items.length, 'item'))
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (report.found.length === MOST_ISSUES) return
    visit(report, `${path}/${index}`, schema.items ?? {}, item, depth + 1)
    if (!schema.uniqueItems) continue
    const text = JSON.stringify(item)
    if (seen.has(text)) add(report, `${path}/${index}`, ['not_unique', 'repeats an earlier item'])
    seen.add(text)
  }
}

function unknownKey({ noun }: Report, key: string, known: readonly string[]): Problem {
  const meant = nearest(key, known)
  return ['unknown_key', `is not a known ${noun}${meant === undefined ? '' : `; did you mean ${meant}?`}`]
}

function visitObject(report: Report, path: string, schema: JsonSchema, value: Record<string, unknown>, depth: number) {
  const { properties = {}, required = [], additionalProperties: rest = true } = schema
  const known = Object.keys(properties)
  add(report, path, sizeProblem(schema, Object.keys(value).length, 'key'))
  for (const key of required)
    if (!Object.hasOwn(value, key)) add(report, `${path}/${segment(key)}`, ['required', 'is required'])
  for (const [key, item] of Object.entries(value)) {
    if (report.found.length === MOST_ISSUES) return
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined
    const place = `${path}/${segment(key)}`
    if (!own && rest === false) add(report, place, unknownKey(report, key, known))
    else if (!isStorableText(key)) add(report, place, textProblem({}, key))
    else visit(report, place, own ?? (isRecord(rest) ? rest : {}), item, depth + 1)
  }
}

function visit(report: Report, path: string, schema: JsonSchema, value: unknown, depth: number): void {
  if (value === undefined) return
  if (add(report, path, kindProblem(schema, value))) return
  if (schema.anyOf && !schema.anyOf.some(branch => issuesOf(branch, value, report.noun).length === 0)) {
    add(report, path, ['type', `must be ${expectation(schema)}`])
    return
  }
  if (typeof value === 'string') add(report, path, textProblem(schema, value))
  if (typeof value === 'number') add(report, path, numberProblem(schema, value))
  if (typeof value !== 'object' || value === null) return
  if (depth === DEEPEST) add(report, path, ['too_deep', `must not be nested more than ${DEEPEST} levels deep`])
  else if (Array.isArray(value)) visitArray(report, path, schema, value, depth)
  else if (isRecord(value)) visitObject(report, path, schema, value, depth)
}

/** Every problem of `value`, at most a hundred, one for each place. `path` is a JSON pointer. */
export function issuesOf(schema: TSchema, value: unknown, noun: Noun = 'field'): Issue[] {
  const found: Issue[] = []
  visit({ found, noun }, '', { ...schema }, value, 0)
  return found
}
