import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { type Validator, validator } from '@clinic/contract/validate.ts'
import type { Tool as PublishedTool } from '@modelcontextprotocol/server'
import { ALL_TOOLS } from './all-tools.ts'
import { type Sight, sightOf } from './sight.ts'
import type { BoundTool, Plain, Tool } from './tool.ts'

/** A tool as one sight sees it, ready to be called. */
export interface ReadyTool extends BoundTool {
  tool: Tool
  input: Validator<Plain>
}

/** The tools of one set of scopes. */
export interface Toolbox {
  sight: Sight
  published: PublishedTool[]
  /** Nothing for a tool that there is not, or that this sight may not use. */
  find(name: string): ReadyTool | undefined
}

const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const inputs = new Map(ALL_TOOLS.map(tool => [tool.name, validator(tool.input)]))
const toolboxes = new Map<string, Toolbox>()
/** Those that were asked for already, by the very set: a connection's scopes are one. */
const toolboxOf = new WeakMap<ReadonlySet<AssistantScope>, Toolbox>()

export const isTool = (name: string): boolean => inputs.has(name)

/** The toolbox for these scopes; there are few combinations, and each is made once. */
export function toolboxFor(scopes: ReadonlySet<AssistantScope>): Toolbox {
  const known = toolboxOf.get(scopes)
  if (known) return known
  const key = [...scopes].sort().join(' ')
  const toolbox = toolboxes.get(key) ?? makeToolbox(scopes)
  toolboxes.set(key, toolbox)
  toolboxOf.set(scopes, toolbox)
  return toolbox
}

function makeToolbox(scopes: ReadonlySet<AssistantScope>): Toolbox {
  const sight = sightOf(scopes)
  const usable = ALL_TOOLS.filter(tool => tool.scopes.every(sight.may))
  const ready = new Map(usable.map(tool => [tool.name, readyTool(tool, sight)]))
  return { sight, published: [...ready.values()].map(publish), find: name => ready.get(name) }
}

function readyTool(tool: Tool, sight: Sight): ReadyTool {
  const input = inputs.get(tool.name) ?? validator(tool.input)
  return { tool, input, ...tool.bind(sight) }
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
const portable = (schema: object): Plain =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key.startsWith('x-') ? undefined : value)))
