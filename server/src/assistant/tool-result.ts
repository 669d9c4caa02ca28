import type { CallToolResult } from '@modelcontextprotocol/server'
import type { JsonObject, ToolAnswer } from './tool.ts'

/** What comes of a call: content with its JSON as text, or without content a sentence that the model can act on. */
export interface ToolResult {
  text: string
  content?: JsonObject
  outcome: 'ok' | 'refused' | 'failed'
  /** Whether what was given is as the tool declares it. */
  valid: boolean
  answer?: ToolAnswer
}

export const refused = (text: string, valid = true): ToolResult => ({ text, outcome: 'refused', valid })
export const failed = (text: string): ToolResult => ({ text, outcome: 'failed', valid: true })

/** A result in the protocol's terms: the same JSON as structured content and as text, or `isError` with the sentence. */
export const callToolResult = ({ text, content }: ToolResult): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(content ? { structuredContent: content } : { isError: true }),
})
