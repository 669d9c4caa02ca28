import { ASSISTANT_SCOPES, type AssistantScope, isAssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'

export const ALL_SCOPES: readonly AssistantScope[] = Object.keys(ASSISTANT_SCOPES).filter(isAssistantScope)
export const DEFAULT_SCOPES = ALL_SCOPES.filter(scope => ASSISTANT_SCOPES[scope].byDefault)

/** The scopes in a text as OAuth writes them, without those that mean nothing here. */
export const scopesIn = (text: string): AssistantScope[] => text.split(' ').filter(isAssistantScope)

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

export const pluginScopesOf = (scopes: Iterable<AssistantScope>): ReadonlySet<ScopeName> =>
  new Set([...scopes].flatMap(scope => PLUGIN_SCOPES[scope]))
