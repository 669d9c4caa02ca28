import { API_VERSION } from '@clinic/contract/api-version.ts'
import { PRODUCT } from '@clinic/contract/brand.ts'
import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Told } from './call-tool.ts'

export const IDENTITY = { name: 'clinic-plugin-platform', title: PRODUCT.en, version: API_VERSION }
const SIGNED = `"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: IDENTITY })}`

/** A result in the protocol's terms: the same JSON as structured content and as text, or `isError` with the sentence. */
export const resultOf = ({ text, content }: Told): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(content ? { structuredContent: content } : { isError: true }),
})

/** The answer to a call of revision 2026-07-28, byte for byte as the SDK writes it; what the tool showed is written once. */
export function messageOf(id: string | number, { text, content }: Told): string {
  const told = content ? `"structuredContent":${text}` : '"isError":true'
  const shown = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`
  return `{"result":{${shown},${told},${SIGNED}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}
