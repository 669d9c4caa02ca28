import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'

/** The plugin scopes that an assistant's scope stands for: by them the operations behind the tools decide what they show. */
const PLUGIN_SCOPES: Readonly<Record<AssistantScope, readonly ScopeName[]>> = {
  'clinic:read': ['clinic:read', 'practitioners:read', 'procedures:read'],
  'schedule:read': ['appointments:read', 'availability:read'],
  'patients:read': ['patients:read'],
  'clinical:read': ['encounters:read', 'treatments:read', 'prescriptions:read', 'laborders:read', 'forms:read'],
  'documents:read': ['files:read'],
  'billing:read': ['invoices:read', 'payments:read', 'quotations:read'],
  'insurance:read': ['insurance:read', 'claims:read'],
  'patients:read.pii': ['patients:read.pii'],
}

/** What a connection may see. Two connections with the same scopes see the same tools and fields. */
export interface Visibility {
  allows(scope: AssistantScope): boolean
  /** The same in terms of the operations behind the tools. */
  holds(scope: ScopeName): boolean
}

export function visibilityOf(scopes: ReadonlySet<AssistantScope>): Visibility {
  const held = new Set([...scopes].flatMap(scope => PLUGIN_SCOPES[scope]))
  return { allows: scope => scopes.has(scope), holds: scope => held.has(scope) }
}
