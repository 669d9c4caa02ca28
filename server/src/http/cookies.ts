/** The value of a cookie in a Cookie header (RFC 6265 section 5.4); the first of several. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split(';').find(pair => pair.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
