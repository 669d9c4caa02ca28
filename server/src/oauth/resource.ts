/**
 * RFC 8707 section 2: there is one resource. Clients write it with or without the slash at its end, with a query, or as
 * its bare origin; another host is another resource.
 */
export function isResource(given: string, resource: string): boolean {
  const [asked, ours] = [URL.parse(given), URL.parse(resource)]
  if (!asked || !ours || asked.hash !== '' || asked.username !== '' || asked.origin !== ours.origin) return false
  const path = (url: URL) => url.pathname.replace(/\/$/, '')
  return path(asked) === '' || path(asked) === path(ours)
}
