import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'

/** What a step of the token endpoint comes to. Refusals are values: what was burnt or ended must be committed with them. */
export type Outcome = Readonly<Record<string, string | number>> | OAuthError

export const refused = (code: OAuthErrorCode, description: string): OAuthError => new OAuthError(code, description)
