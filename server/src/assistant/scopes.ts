import { ASSISTANT_SCOPES, type AssistantScope, isAssistantScope } from '@clinic/contract/assistant-scopes.ts'

export const ALL_SCOPES: readonly AssistantScope[] = Object.keys(ASSISTANT_SCOPES).filter(isAssistantScope)
export const DEFAULT_SCOPES = ALL_SCOPES.filter(scope => ASSISTANT_SCOPES[scope].byDefault)

/** The scopes in a text as OAuth writes them, without those that mean nothing here. */
export const scopesIn = (text: string): AssistantScope[] => text.split(' ').filter(isAssistantScope)
