import { PLUGIN_ERRORS } from '../errors.ts'
import { SECURITY_SCHEMES } from './components.ts'
import { GUIDE } from './guide.ts'
import type { DocumentedSurface } from './surface.ts'
import { TAGS } from './tags.ts'

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** How the plugin API is documented. */
export const pluginDocument: DocumentedSurface = {
  title: 'Clinic Plugin API',
  guide: GUIDE,
  base: '/api/v1',
  tags: TAGS,
  securitySchemes: SECURITY_SCHEMES,
  errors: PLUGIN_ERRORS,
  answerHeaders: RATE_HEADERS,
  problemHeaders: { 401: ['WWW-Authenticate'], 429: [...RATE_HEADERS, 'Retry-After'] },
  codesOf: ({ access }) => [
    ...(['unauthenticated', 'token_expired', 'token_revoked'] as const),
    ...(access.by === 'scopes' && access.scopes.length > 0 ? (['insufficient_scope'] as const) : []),
    ...(['ip_not_allowed', 'installation_suspended', 'misdirected_request', 'rate_limited'] as const),
  ],
  detailsOf: ({ access }) =>
    access.by === 'scopes' ? { insufficient_scope: { requiredScopes: access.scopes, mode: access.mode } } : {},
  extensionsOf: ({ access, emits, rateClass, windowDays }) => ({
    ...(access.by === 'scopes' && { 'x-required-scopes': { mode: access.mode, scopes: access.scopes } }),
    ...('inSandbox' in access && { 'x-sandbox-only': true }),
    ...(emits.length > 0 && { 'x-emits': emits }),
    'x-rate-limit-class': rateClass,
    ...(windowDays && { 'x-window-days': windowDays }),
  }),
}
