import { type ClientMetadata, GRANT_TYPES } from './client-metadata.ts'

const client = (name: string, ...redirectUris: string[]): ClientMetadata => ({
  name,
  redirectUris,
  grantTypes: GRANT_TYPES,
})

/**
 * What assistants that are widely used say of themselves, as their makers document it, for when their documents cannot be
 * read: some are behind walls that take servers for robots.
 */
export const WELL_KNOWN_CLIENTS: ReadonlyMap<string, ClientMetadata> = new Map([
  ['https://claude.ai/oauth/mcp-oauth-client-metadata', client('Claude', 'https://claude.ai/api/mcp/auth_callback')],
  [
    'https://claude.ai/oauth/claude-code-client-metadata',
    client('Claude Code', 'http://localhost/callback', 'http://127.0.0.1/callback'),
  ],
  ['https://chatgpt.com/oauth/client.json', client('ChatGPT', 'https://chatgpt.com/connector_platform_oauth_redirect')],
])
