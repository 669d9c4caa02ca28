/**
 * The client's redirect URI, letter for letter, with the parameters of the response added to the query that it may have
 * (RFC 6749 sections 3.1.2 and 4.1.2).
 */
export function authorizationResponse(
  redirectUri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) given.append(name, value)
  const joint = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?'
  return `${redirectUri}${joint}${given}`
}
