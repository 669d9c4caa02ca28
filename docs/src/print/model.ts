import type { Asked, Content, Described, DescribedOperation, Media, Parameter, Schema } from './described.ts'

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

const WHO: Readonly<Record<string, string>> = {
  anybody: 'anybody',
  login: 'whoever is logged in',
  clinic: 'whoever is in a clinic',
}

export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** `#/components/schemas/patient` is `patient`. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

export interface Answer {
  readonly status: string
  readonly media: Media | undefined
}

export interface Operation extends Omit<DescribedOperation, 'parameters' | 'responses'> {
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly asked: Asked
  /** In words, who may do it where no scope is asked for. */
  readonly who: string
  readonly parameters: readonly Parameter[]
  readonly body: Media | undefined
  readonly bodyRequired: boolean
  readonly responses: readonly Answer[]
}

export interface Event {
  readonly type: string
  readonly family: string
  readonly description: string
  readonly neverSent: boolean
  readonly headers: readonly Parameter[]
  readonly media: Media
}

export interface Tag {
  readonly name: string
  readonly description: string
  readonly slug: string
  readonly operations: readonly Operation[]
}

const mediaOf = (holder: Content | undefined): Media | undefined => holder?.content?.['application/json']

/** What opens operations: the scopes of plugins, or the permissions of staff, each with its sentence. */
function rightsOf({ components: { securitySchemes } }: Described): {
  word: string
  scopes: Readonly<Record<string, string>>
} {
  const { pluginToken, session } = securitySchemes
  if (pluginToken) return { word: 'Scope', scopes: pluginToken['x-scopes'] }
  const permissions = Object.entries(session?.['x-permissions'] ?? {})
  const told = permissions.map(
    ([name, { sentence, roles }]) => [name, `${sentence} Roles: ${roles.join(', ')}.`] as const,
  )
  return { word: 'Permission', scopes: Object.fromEntries(told) }
}

/** What an operation asks for, on whichever surface: scopes, or one permission, or in words who may do it. */
function askedBy({ 'x-required-scopes': asked, 'x-access': access }: DescribedOperation) {
  if (asked) return { asked, who: 'any valid token' }
  const isPermission = access !== undefined && !Object.hasOwn(WHO, access)
  return { asked: { mode: 'all', scopes: isPermission ? [access] : [] }, who: WHO[access ?? ''] ?? '' }
}

/** Follows what points at a named part of the document, such as `#/components/schemas/patient`. */
const resolver =
  <Node extends { readonly $ref?: string }>(parts: Readonly<Record<string, Node>>) =>
  (node: Node): Node => {
    const part = node.$ref === undefined ? undefined : parts[nameOf(node.$ref)]
    return part ? resolver(parts)(part) : node
  }

function operationsOf(api: Described): Operation[] {
  const [parameterOf, responseOf] = [resolver(api.components.parameters), resolver(api.components.responses)]
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const declared = item[method]
      if (!declared) return []
      const responses = Object.entries(declared.responses).map(([status, response]) => ({
        status,
        media: mediaOf(responseOf(response)),
      }))
      return {
        ...declared,
        ...askedBy(declared),
        ...{ path, method, responses, tag: declared.tags[0] ?? '' },
        parameters: (declared.parameters ?? []).map(parameterOf),
        body: mediaOf(declared.requestBody),
        bodyRequired: declared.requestBody?.required === true,
      }
    }),
  )
}

const eventsOf = (api: Described): Event[] =>
  Object.entries(api.webhooks ?? {}).map(([type, { post }]) => ({
    type,
    family: type.split('.')[0] ?? '',
    description: post.description ?? '',
    neverSent: post['x-never-sent'] === true,
    headers: (post.parameters ?? []).map(resolver(api.components.parameters)),
    media: mediaOf(post.requestBody) ?? { schema: {} },
  }))

/** What the pages ask of a description; `base` is where they lie, such as `/docs`. */
export function modelOf(api: Described, base: string) {
  const operations = operationsOf(api)
  const tags: Tag[] = api.tags
    .filter(({ name }) => operations.some(({ tag }) => tag === name))
    .map(tag => ({ ...tag, slug: slug(tag.name), operations: operations.filter(({ tag: name }) => name === tag.name) }))
  return {
    base,
    title: api.info.title,
    version: api.info.version,
    introduction: api.info.description,
    server: api.servers[0]?.url ?? '',
    errors: api['x-error-codes'],
    webhooks: api.tags.find(({ name }) => name === 'Webhooks')?.description ?? '',
    ...rightsOf(api),
    ...{ operations, tags, schemas: api.components.schemas, events: eventsOf(api) },
    resolve: resolver(api.components.schemas),
  }
}

export type Model = ReturnType<typeof modelOf>

/** The further scope without which a field is left out, masked or shown in parts. */
export const scopeFor = (field: Schema): string | undefined =>
  field['x-required-scope'] ?? field['x-masked-without-scope'] ?? field['x-replaced-without-scope']

/** What an operation answers when all goes well. */
export const answerOf = ({ responses }: Operation): Answer | undefined =>
  responses.find(({ status }) => status.startsWith('2'))

const dataOf = (operation: Operation): Schema | undefined => answerOf(operation)?.media?.schema.properties?.data

/** The names of the resources in an answer: what is under `data`, alone or in a list. */
export function resourcesOf(operation: Operation): string[] {
  const data = dataOf(operation)
  return [data, data?.items].flatMap(node => (node?.$ref === undefined ? [] : [nameOf(node.$ref)]))
}

/** The example of what an answer holds under `data`. */
export function exampleOf(operation: Operation): unknown {
  const example = answerOf(operation)?.media?.example
  return typeof example === 'object' && example !== null && 'data' in example ? example.data : undefined
}
