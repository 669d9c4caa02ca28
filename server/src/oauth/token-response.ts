import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'

/** What the token endpoint answers (RFC 6749 section 5). Errors are values: what was consumed or ended must be committed with them. */
export type TokenResponse = Readonly<Record<string, string | number>> | OAuthError

export const tokenError = (code: OAuthErrorCode, description: string): OAuthError => new OAuthError(code, description)
