import { type Route, routeOf } from '../client/route.ts'
import { ROUTES } from '../printed/routes.generated.ts'

interface Pattern {
  readonly route: Route
  readonly path: RegExp
}

const patternOf = (route: Route): Pattern => ({
  route,
  path: new RegExp(`/api/v1${route.path.replaceAll(/:([A-Za-z]+)/g, '(?<$1>[^/]+)')}$`),
})

const PATTERNS: readonly Pattern[] = Object.entries(ROUTES).flatMap(([family, verbs]) =>
  Object.entries(verbs).map(([verb, text]) => patternOf(routeOf(`${family}.${verb}`, text))),
)

export interface Matched {
  readonly route: Route
  /** What the path fills in. */
  readonly inPath: Readonly<Record<string, string>>
}

const isText = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

/** Which operation a request is of; undefined where it is of none. */
export function matched(method: string, { pathname }: URL): Matched | undefined {
  for (const { route, path } of PATTERNS) {
    const found = route.method === method ? path.exec(pathname) : null
    if (!found) continue
    const groups = Object.entries(found.groups ?? {}).filter(isText)
    return { route, inPath: Object.fromEntries(groups.map(([name, text]) => [name, decodeURIComponent(text)])) }
  }
  return undefined
}
