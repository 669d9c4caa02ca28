import { type Model, resourcesOf, slug, type Tag } from './model.ts'

/** Where things stand on the pages. */
export const placeOf = ({ base }: Model, page: string, anchor?: string): string =>
  `${base}${page === '' ? '' : `/${page}`}${anchor === undefined ? '' : `#${anchor}`}`

export const pageOfTag = ({ slug: name }: Pick<Tag, 'slug'>): string => `reference/${name}`

/** The anchor of a resource on the page of its family. */
export const objectAnchor = (name: string): string => `object-${name}`

export const operationPlace = (model: Model, { tag, operationId }: { tag: string; operationId: string }): string =>
  placeOf(model, pageOfTag({ slug: slug(tag) }), operationId)

/** Where a resource is shown: with the first family that answers it. */
export function objectPlace(model: Model, name: string): string | undefined {
  const tag = model.tags.find(({ operations }) => operations.some(one => resourcesOf(one).includes(name)))
  return tag && placeOf(model, pageOfTag(tag), objectAnchor(name))
}

const links = new WeakMap<Model, ReadonlyMap<string, string>>()

/** Where each name leads that has a place of its own: operations, events, scopes, errors. */
export function nameLinks(model: Model): ReadonlyMap<string, string> {
  const known = links.get(model)
  if (known) return known
  const made = new Map([
    ...Object.keys(model.errors).map(code => [code, placeOf(model, 'errors', code)] as const),
    ...Object.keys(model.scopes).map(scope => [scope, placeOf(model, 'scopes', scope)] as const),
    ...model.events.map(({ type }) => [type, placeOf(model, 'events', type)] as const),
    ...model.operations.map(one => [one.operationId, operationPlace(model, one)] as const),
  ])
  links.set(model, made)
  return made
}
