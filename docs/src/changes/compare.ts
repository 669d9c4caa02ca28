import type { Promised, Promises } from './promises.ts'

/** What changed from one contract to the next. What breaks those who rely on the first needs a new version. */
export interface Changes {
  readonly added: readonly string[]
  readonly broken: readonly string[]
}

type Found = { added: string[]; broken: string[] }

const missing = (from: Iterable<string>, than: { has(name: string): boolean }): string[] =>
  [...from].filter(name => !than.has(name))

function names(kind: string, before: Iterable<string>, after: Iterable<string>, found: Found): void {
  const [was, is] = [new Set(before), new Set(after)]
  for (const name of missing(was, is)) found.broken.push(`${kind} \`${name}\` is gone`)
  for (const name of missing(is, was)) found.added.push(`${kind} \`${name}\``)
}

function same<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  tell: (name: string, was: Value, is: Value) => string | undefined | false,
  found: Found,
): void {
  for (const [name, was] of before) {
    const is = after.get(name)
    const told = is !== undefined && tell(name, was, is)
    if (told) found.broken.push(told)
  }
}

/** What is in the way of a value that was in order before. */
const narrower = (was: number | undefined, is: number | undefined, isLeast: boolean): boolean =>
  is !== undefined && (was === undefined || (isLeast ? is > was : is < was))

/** What was taken and is not any more. */
function refusesMore(place: string, was: Promised, is: Promised): string[] {
  const bounds = [0, 1, 2].some(
    at => narrower(was.least[at], is.least[at], true) || narrower(was.most[at], is.most[at], false),
  )
  return [
    !was.isRequired && is.isRequired && `\`${place}\` must be given now`,
    missing(was.types, new Set(is.types)).length > 0 && is.types.length > 0 && `\`${place}\` takes another type`,
    is.values && !was.values && `\`${place}\` takes but certain values now`,
    bounds && `\`${place}\` takes less than before`,
    is.pattern !== undefined && is.pattern !== was.pattern && `\`${place}\` has another pattern`,
    is.format !== undefined && is.format !== was.format && `\`${place}\` has another format`,
  ].filter(told => told !== false && told !== undefined)
}

/** What was promised of an answer and does not hold any more. */
function promisesLess(place: string, was: Promised, is: Promised): string[] {
  return [
    was.isRequired && !is.isRequired && `\`${place}\` may be absent now`,
    missing(is.types, new Set(was.types)).length > 0 && `\`${place}\` has another type`,
    was.format !== undefined && is.format !== was.format && `\`${place}\` has another format`,
    is.scope !== undefined && is.scope !== was.scope && `\`${place}\` needs \`${is.scope}\` now`,
  ].filter(told => told !== false)
}

/** What contains a place: what is new or gone as a whole is told once. */
const containerOf = (place: string): string => place.replace(/(?:\.[^.[(|]+|\[\]|\|\d+)$/, '')

function fields(before: Promises, after: Promises, found: Found): void {
  const known = (place: string, { operations, fields: all }: Promises): boolean => {
    if (before.events.has(place) || after.events.has(place)) return false
    const container = containerOf(place)
    if (container !== place && all.has(container)) return true
    const owner = /^\w+(?=[( ])/.exec(place)?.[0]
    return owner !== undefined && operations.has(owner)
  }
  for (const [place, was] of before.fields) {
    const is = after.fields.get(place)
    if (!is) {
      if (known(place, after)) found.broken.push(`\`${place}\` is gone`)
      continue
    }
    const compare = was.direction === 'input' ? refusesMore : promisesLess
    found.broken.push(...compare(place, was, is))
    for (const value of missing(was.values ?? [], new Set(is.values ?? (was.direction === 'input' ? was.values : []))))
      found.broken.push(`\`${place}\` has no value \`${value}\` any more`)
    for (const value of was.values ? missing(is.values ?? [], new Set(was.values)) : [])
      found.added.push(`value \`${value}\` of \`${place}\``)
  }
  for (const [place, is] of after.fields) {
    if (before.fields.has(place) || !known(place, before)) continue
    if (is.direction === 'input' && is.isRequired && !place.includes('[]'))
      found.broken.push(`\`${place}\` must be given now`)
    else found.added.push(`\`${place}\``)
  }
}

/** Compares by the rule of the changelog: what is new may come at any time, what is gone or narrower may not. */
export function compare(before: Promises, after: Promises): Changes {
  const found: Found = { added: [], broken: [] }
  names('operation', before.operations.keys(), after.operations.keys(), found)
  names('event', before.events, after.events, found)
  names('error', before.errors.keys(), after.errors.keys(), found)
  names('scope', before.scopes, after.scopes, found)
  same(before.operations, after.operations, (id, was, is) => was !== is && `\`${id}\` is ${is} and was ${was}`, found)
  same(before.statuses, after.statuses, (id, was, is) => was !== is && `\`${id}\` answers ${is} and not ${was}`, found)
  same(before.errors, after.errors, (code, was, is) => was !== is && `\`${code}\` is ${is} and was ${was}`, found)
  same(before.asked, after.asked, (id, was, is) => asksMore(was, is) && `\`${id}\` asks for other scopes`, found)
  fields(before, after, found)
  return { added: [...new Set(found.added)].sort(), broken: [...new Set(found.broken)].sort() }
}

type Asked = { readonly mode: string; readonly scopes: readonly string[] }

/** Whether a token that was enough may not be any more. */
function asksMore(was: Asked, is: Asked): boolean {
  const isAny = (asked: Asked): boolean => asked.mode !== 'all'
  if (isAny(was) !== isAny(is)) return is.scopes.length > 1 || was.scopes[0] !== is.scopes[0]
  return isAny(is)
    ? missing(was.scopes, new Set(is.scopes)).length > 0
    : missing(is.scopes, new Set(was.scopes)).length > 0
}
