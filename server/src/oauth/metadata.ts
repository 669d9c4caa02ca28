import { DEFAULT_ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import type { Places } from './places.ts'

/**
 * What the authorization server says of itself (RFC 8414 section 2). The issuer is the bare origin without a slash at the
 * end, byte for byte as in `iss` (RFC 9207).
 */
export const serverMetadata = ({ issuer, resource }: Pick<Places, 'issuer' | 'resource'>) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  scopes_supported: [...DEFAULT_ASSISTANT_SCOPES, 'offline_access'],
  protected_resources: [resource],
  service_documentation: `${issuer}/docs`,
  ui_locales_supported: ['en', 'ar'],
})
