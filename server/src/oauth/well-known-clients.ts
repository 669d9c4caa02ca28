import type { ClientMetadata } from './client-metadata.ts'

const GRANT_TYPES = ['authorization_code', 'refresh_token']

/**
 * What assistants that are widely used say of themselves, as their makers document it, for when their documents cannot be
 * read: some are behind walls that take servers for robots.
 */
export const WELL_KNOWN_CLIENTS: ReadonlyMap<string, ClientMetadata> = new Map([
  [
    'https://claude.ai/oauth/mcp-oauth-client-metadata',
    { name: 'Claude', redirectUris: ['https://claude.ai/api/mcp/auth_callback'], grantTypes: GRANT_TYPES },
  ],
  [
    'https://claude.ai/oauth/claude-code-client-metadata',
    {
      name: 'Claude Code',
      redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      grantTypes: GRANT_TYPES,
    },
  ],
  [
    'https://chatgpt.com/oauth/client.json',
    {
      name: 'ChatGPT',
      redirectUris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grantTypes: GRANT_TYPES,
    },
  ],
])
