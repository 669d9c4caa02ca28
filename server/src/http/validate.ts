import type { Issue } from '@clinic/contract/errors.ts'
import { isRecord, type JsonSchema, typesOf } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames, type TObject, Type } from '@clinic/contract/kernel.ts'
import { coerceQuery, validator } from '@clinic/contract/validate.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/errors.ts'
import { requireWindow } from '../kernel/page.ts'

type Input = Record<string, unknown>
/** What is read of a declaration, of whichever surface. */
type Taken = Pick<Operation, 'path' | 'method' | 'input' | 'bodyKey' | 'windowDays' | 'check'>
const BODIED: readonly Operation['method'][] = ['POST', 'PUT', 'PATCH']

function pick(schema: TObject, names: (name: string) => boolean): TObject {
  const fields = Object.entries(schema.properties).filter(([name]) => names(name))
  return Type.Object(Object.fromEntries(fields), { additionalProperties: false })
}

const asParameter = (issue: Issue): Issue => ({ ...issue, path: issue.path.replace(/^\//, '') })

const NOT_AN_OBJECT: Issue = { path: '', code: 'type', message: 'must be a JSON object' }

/** Parameters as Fastify reads them: texts, or lists of texts where one is repeated. */
const areTexts = (value: unknown): value is Record<string, string | string[]> => isRecord(value)
const textsOf = (value: unknown) => (areTexts(value) ? value : {})

/** The parameters of one place, path or query: a name of the other place is unknown here. */
function parametersOf(schema: TObject) {
  const { check, issues: issuesOf } = validator(schema, 'parameter')
  return (raw: unknown, issues: Issue[]): Input => {
    const { value, issues: unreadable } = coerceQuery(schema, textsOf(raw))
    issues.push(...unreadable)
    if (unreadable.length === 0 && !check(value)) issues.push(...issuesOf(value).map(asParameter))
    return value
  }
}

/**
 * Takes empty texts for none where the schema says so: null where that clears the field, else as if it were absent. That
 * comes before any rule of the text itself: there is no text.
 */
function emptyAsNone({ properties }: TObject): (body: Input) => Input {
  const fields = Object.entries(properties).map(([name, field]): [string, JsonSchema] => [name, { ...field }])
  const emptiable = fields.filter(([, field]) => field['x-empty-is-none'])
  return body => {
    const empty = emptiable.filter(([name]) => body[name] === '')
    if (empty.length === 0) return body
    const kept = Object.entries(body).filter(([name]) => !empty.some(([none]) => none === name))
    const cleared = empty.filter(([, field]) => typesOf(field).includes('null'))
    return Object.fromEntries([...kept, ...cleared.map(([name]) => [name, null])])
  }
}

/** Reads an operation's flat input from path, query and body, or refuses it with all of its problems. */
export function inputReader(operation: Taken): (request: FastifyRequest) => Input {
  const inPath = new Set(pathNames(operation.path))
  const hasBody = BODIED.includes(operation.method)
  const path = parametersOf(pick(operation.input, name => inPath.has(name)))
  const query = parametersOf(pick(operation.input, name => !hasBody && !inPath.has(name)))
  const bodySchema = pick(operation.input, name => hasBody && !inPath.has(name))
  const body = validator(bodySchema)
  const withoutEmpty = emptyAsNone(bodySchema)
  const { bodyKey, windowDays, check } = operation

  function readBody(request: FastifyRequest, issues: Issue[]): Input {
    const sent = request.body === undefined ? {} : request.body
    if (!isRecord(sent)) {
      issues.push(NOT_AN_OBJECT)
      return {}
    }
    const value = bodyKey ? { [bodyKey]: sent } : withoutEmpty(sent)
    if (body.check(value)) return value
    const prefix = bodyKey ? `/${bodyKey}`.length : 0
    issues.push(...body.issues(value).map(issue => ({ ...issue, path: issue.path.slice(prefix) })))
    return value
  }

  return request => {
    const issues: Issue[] = []
    const read = {
      ...path(request.params, issues),
      ...query(request.query, issues),
      ...(hasBody && readBody(request, issues)),
    }
    if (issues.length === 0 && check) issues.push(...check(read))
    if (issues.length > 0) throw new Refusal('validation_failed', { issues })
    if (windowDays) requireWindow(read, windowDays)
    return read
  }
}
