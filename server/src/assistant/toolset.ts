import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { type Validator, validator } from '@clinic/contract/validate.ts'
import type { Tool as PublishedTool } from '@modelcontextprotocol/server'
import { ALL_TOOLS } from './all-tools.ts'
import type { BoundTool, JsonObject, Tool } from './tool.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/** A tool for one visibility, ready to be called. */
export interface ReadyTool extends BoundTool {
  tool: Tool
  input: Validator<JsonObject>
}

/** The tools of one set of scopes. */
export interface Toolset {
  visibility: Visibility
  published: PublishedTool[]
  /** Nothing for a tool that there is not, or that these scopes may not use. */
  find(name: string): ReadyTool | undefined
}

const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const tools = new Map(ALL_TOOLS.map(tool => [tool.name, { tool, input: validator(tool.input) }]))
const toolsets = new Map<string, Toolset>()
/** Toolsets that were asked for already, by the very set: a connection has one. */
const toolsetOf = new WeakMap<ReadonlySet<AssistantScope>, Toolset>()

export const findTool = (name: string): Tool | undefined => tools.get(name)?.tool

/** The toolset for these scopes; there are few combinations, and each is made once. */
export function toolsetFor(scopes: ReadonlySet<AssistantScope>): Toolset {
  const known = toolsetOf.get(scopes)
  if (known) return known
  const key = [...scopes].sort().join(' ')
  const toolset = toolsets.get(key) ?? makeToolset(scopes)
  toolsets.set(key, toolset)
  toolsetOf.set(scopes, toolset)
  return toolset
}

function makeToolset(scopes: ReadonlySet<AssistantScope>): Toolset {
  const visibility = visibilityOf(scopes)
  const usable = [...tools.values()].filter(({ tool }) => tool.scopes.every(visibility.allows))
  const ready = new Map(usable.map(one => [one.tool.name, { ...one, ...one.tool.bind(visibility) }]))
  return { visibility, published: [...ready.values()].map(publish), find: name => ready.get(name) }
}

/** The tool as `tools/list` answers it. ChatGPT reads the scopes from securitySchemes, some versions of it from `_meta`. */
function publish({ tool, output }: ReadyTool): PublishedTool {
  const securitySchemes = [{ type: 'oauth2', scopes: tool.scopes }]
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...portable(tool.input), type: 'object' },
    outputSchema: { ...portable(output), type: 'object' },
    annotations: { title: tool.title, ...ANNOTATIONS },
    _meta: { ...tool.meta, securitySchemes },
  }
}

/** The schema in the words of JSON Schema alone. */
const portable = (schema: object): JsonObject =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('x-') ? undefined : value)))
