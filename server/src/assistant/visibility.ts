import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import { pluginScopesOf } from './scopes.ts'

/** What a connection may see. Two connections with the same scopes see the same tools and fields. */
export interface Visibility {
  allows(scope: AssistantScope): boolean
  /** The same in terms of the operations behind the tools. */
  holds(scope: ScopeName): boolean
}

export function visibilityOf(scopes: ReadonlySet<AssistantScope>): Visibility {
  const held = pluginScopesOf(scopes)
  return { allows: scope => scopes.has(scope), holds: scope => held.has(scope) }
}
