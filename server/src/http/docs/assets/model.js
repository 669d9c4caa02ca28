const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const WHO = { anybody: 'anybody', login: 'whoever is logged in', clinic: 'whoever is in a clinic' }

export const slug = name => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const mediaOf = holder => holder?.content?.['application/json']

/** `#/components/schemas/patient` is `patient`. */
export const nameOf = reference => reference.split('/').at(-1)

/** What opens operations: the scopes of plugins, or the permissions of staff, each with its sentence. */
function rightsOf({ pluginToken, session }) {
  if (pluginToken) return { word: 'Scope', scopes: pluginToken['x-scopes'] }
  const permissions = Object.entries(session?.['x-permissions'] ?? {})
  const told = permissions.map(([name, { sentence, roles }]) => [name, `${sentence} Roles: ${roles.join(', ')}.`])
  return { word: 'Permission', scopes: Object.fromEntries(told) }
}

/** What an operation asks for, on whichever surface: scopes, or one permission, or in words who may do it. */
function askedBy({ 'x-required-scopes': asked, 'x-access': access }) {
  if (asked) return { asked, who: 'any valid token' }
  const isPermission = access !== undefined && !Object.hasOwn(WHO, access)
  return { asked: { mode: 'all', scopes: isPermission ? [access] : [] }, who: WHO[access] ?? '' }
}

/** What a reference such as `#/components/schemas/patient` points at. */
function pointedAt(api, reference) {
  const [, ...keys] = reference.split('/')
  return keys.reduce((at, key) => at?.[key], api)
}

/** What the pages ask of an OpenAPI document. */
export function modelOf(api) {
  const resolve = node => (node?.$ref ? resolve(pointedAt(api, node.$ref)) : node)
  const declarations = Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter(method => item[method]).map(method => ({ path, method, declared: item[method] })),
  )
  const operations = declarations.map(({ path, method, declared }) => ({
    ...declared,
    ...askedBy(declared),
    path,
    method,
    tag: declared.tags[0],
    parameters: (declared.parameters ?? []).map(resolve),
    body: mediaOf(declared.requestBody),
    bodyRequired: declared.requestBody?.required === true,
    responses: Object.entries(declared.responses).map(([status, response]) => ({
      status,
      ...resolve(response),
      media: mediaOf(resolve(response)),
    })),
  }))
  const events = Object.entries(api.webhooks).map(([type, { post }]) => ({
    type,
    family: type.split('.')[0],
    description: post.description,
    neverSent: post['x-never-sent'] === true,
    headers: post.parameters.map(resolve),
    media: mediaOf(post.requestBody),
  }))
  const tags = api.tags
    .filter(({ name }) => operations.some(({ tag }) => tag === name))
    .map(tag => ({ ...tag, slug: slug(tag.name), operations: operations.filter(({ tag: name }) => name === tag.name) }))
  return {
    title: api.info.title,
    version: api.info.version,
    guide: api.info.description,
    server: api.servers[0].url,
    webhooks: api.tags.find(({ name }) => name === 'Webhooks')?.description ?? '',
    errors: api['x-error-codes'],
    ...rightsOf(api.components.securitySchemes),
    resolve,
    schemas: api.components.schemas,
    operations,
    events,
    tags,
  }
}

/** What an operation answers when all goes well. */
export const answerOf = operation => operation.responses.find(({ status }) => status.startsWith('2'))

/** The names of the resources in an answer: what is under `data`, alone or in a list. */
export function resourcesOf(operation) {
  const data = answerOf(operation)?.media?.schema?.properties?.data
  return [data, data?.items].flatMap(node => (node?.$ref ? [nameOf(node.$ref)] : []))
}

/** The example of a resource, taken from the answers of the operations that return it. */
export function exampleOf(model, name) {
  const operation = model.operations.find(candidate => resourcesOf(candidate).includes(name))
  const data = operation && answerOf(operation).media.example.data
  return Array.isArray(data) ? data[0] : data
}

/** The further scope without which a field is left out, masked or shown in parts. */
export const scopeFor = field =>
  field['x-required-scope'] ?? field['x-masked-without-scope'] ?? field['x-replaced-without-scope']

/** The resources of which a scope opens further fields, each with a family that shows it. */
export function openedBy(model, scope) {
  const names = Object.keys(model.schemas).filter(name =>
    Object.values(model.schemas[name].properties ?? {}).some(field => scopeFor(field) === scope),
  )
  return names.flatMap(name => {
    const tag = model.tags.find(({ operations }) => operations.some(one => resourcesOf(one).includes(name)))
    return tag ? [{ name, tag }] : []
  })
}
