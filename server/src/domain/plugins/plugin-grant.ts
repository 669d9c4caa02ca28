import { isCidr } from '@clinic/contract/cidr.ts'
import type { Issue } from '@clinic/contract/errors.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { InstallationRow } from './installation-row.ts'

type Grant = Pick<InstallationRow, 'granted_scopes' | 'granted_events'>

/** What a manifest gets: all that it requests, and of its optional scopes those in `chosen`. Never more than it names. */
export function grantOf(manifest: Manifest, chosen: readonly string[]): Grant {
  const optional = (manifest.optionalScopes ?? []).filter(scope => chosen.includes(scope))
  return { granted_scopes: [...manifest.requestedScopes, ...optional], granted_events: [...manifest.requestedEvents] }
}

/** Whether a manifest requests a scope or an event that was not granted. */
export function asksForMore({ requestedScopes, requestedEvents }: Manifest, granted: Grant): boolean {
  return (
    requestedScopes.some(scope => !granted.granted_scopes.includes(scope)) ||
    requestedEvents.some(event => !granted.granted_events.includes(event))
  )
}

/** An issue for each chosen scope that the manifest does not offer as optional; requested ones are granted anyway. */
export function undeclaredScopes(
  { requestedScopes, optionalScopes = [] }: Manifest,
  chosen: readonly string[],
): Issue[] {
  const offered: readonly string[] = [...requestedScopes, ...optionalScopes]
  const message = 'must be one of the optional scopes of the plugin'
  return chosen.flatMap((scope, index) =>
    offered.includes(scope) ? [] : [{ path: `/optionalScopes/${index}`, code: 'enum', message }],
  )
}

const message = 'must be an address range such as 203.0.113.0/24 or 2001:db8::/32'

/** An issue for each entry of an address allowlist that is no CIDR range. */
export const wrongRanges = (ranges: readonly string[]): Issue[] =>
  ranges.flatMap((range, index) =>
    isCidr(range) ? [] : [{ path: `/allowedIpRanges/${index}`, code: 'format', message }],
  )
