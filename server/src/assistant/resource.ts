/** The resource as clients find it (RFC 9728). */
export interface Resource {
  /** What a doctor pastes, without a slash at the end: the audience of tokens. */
  id: string
  /** The path of the MCP endpoint. */
  path: string
  metadataPath: string
  metadataUrl: string
  /** Host names under which it is reached: its own, and this machine's. */
  hosts: readonly string[]
  /** Host names whose web pages may call it. */
  originHosts: readonly string[]
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]']
const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** RFC 9728 section 3.1 puts the path of the resource behind the well-known one. */
export function resourceAt(id: string): Resource {
  const { origin, hostname, pathname } = new URL(id)
  const path = pathname === '/' ? '' : pathname
  const metadataPath = `${WELL_KNOWN}${path}`
  return {
    id,
    path: pathname,
    metadataPath,
    metadataUrl: `${origin}${metadataPath}`,
    hosts: [...LOCAL, hostname],
    originHosts: LOCAL.includes(hostname) ? LOCAL : [hostname],
  }
}
