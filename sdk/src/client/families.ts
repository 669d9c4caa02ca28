/** Where the routes become what is printed of them: the one place where a type is asserted. */
import type { Answer, CallOptions, FollowInput, Page, SyncInput, UploadInput } from '../calls.ts'
import type { Families } from '../printed/clinic.generated.ts'
import { ROUTES } from '../printed/routes.generated.ts'
import { callOf } from './call.ts'
import { follow } from './follow.ts'
import { LazyList } from './list.ts'
import { type Input, type Route, routeOf } from './route.ts'
import { send } from './send.ts'
import type { Settings } from './settings.ts'
import { sync } from './sync.ts'
import { upload } from './upload.ts'

interface Changed {
  updatedAt: string
}
type Method = (input?: Input, options?: CallOptions) => unknown

function listOf<Item>(settings: Settings, route: Route, input: Input, options: CallOptions): LazyList<Item> {
  return new LazyList(
    cursor =>
      send(settings, route, cursor === undefined ? input : { ...input, cursor }, options) as Promise<
        Answer<Page<Item>>
      >,
  )
}

function method(settings: Settings, route: Route): Method {
  return route.answers === 'page' || route.answers === 'delta'
    ? (input = {}, options = {}) => listOf(settings, route, input, options)
    : (input = {}, options = {}) => callOf(send(settings, route, input, options))
}

function syncOf(settings: Settings, route: Route) {
  return ({ since, each, save, ...query }: SyncInput<Changed, object>, options: CallOptions = {}) =>
    sync<Changed>(
      updatedAfter => listOf<Changed>(settings, route, { limit: 100, ...query, updatedAfter }, options).pages(),
      {
        since,
        each,
        save,
      },
    )
}

function familyOf(settings: Settings, family: string, verbs: Readonly<Record<string, string>>) {
  const routes = Object.entries(verbs).map(([verb, text]) => [verb, routeOf(`${family}.${verb}`, text)] as const)
  const list = routes.find(([verb, { answers }]) => verb === 'list' && answers === 'delta')?.[1]
  const methods = routes.map(([verb, route]) => [verb, method(settings, route)] as const)
  return { ...Object.fromEntries(methods), ...(list && { sync: syncOf(settings, list) }) }
}

/** Every family with its methods. */
export function familiesOf(settings: Settings): Families {
  const entries = Object.entries(ROUTES).map(([family, verbs]) => [family, familyOf(settings, family, verbs)])
  const families = Object.fromEntries(entries) as Families
  const { files, events } = families
  files.upload = (input: UploadInput, options = {}) => callOf(upload(settings, files, input, options))
  events.follow = (input: FollowInput = {}, options = {}) => follow(events.list, settings.timing, input, options)
  return families
}
