export interface Places {
  /** The issuer's identifier (RFC 8414 section 2): an origin without a slash at the end. */
  issuer: string
  /** Where the clinic's web login is. */
  webOrigin: string
  resource: string
  /** Whether known clients may be answered on the person's own machine. */
  loopback: boolean
}

/** The login page, which comes back to the pending request by `oauth_return`. */
export const loginHref = (
  { issuer, webOrigin }: Places,
  pendingId: string,
  more: Readonly<Record<string, string>> = {},
): string =>
  `${webOrigin}/login?${new URLSearchParams({ ...more, oauth_return: `${issuer}/oauth/callback?flow=${pendingId}` })}`
