import type { UnmetCondition } from '@clinic/contract/publisher/versions.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { Session } from '../../lib/session.ts'
import { isManifest } from './consent-of.ts'
import type { OwnPlugin } from './use-own-plugin.ts'

export type Version = PublisherReturned<'getOwnVersion'>

export interface VersionProps {
  plugin: OwnPlugin
  version: Version
}

const partsOf = (version: string): number[] => version.split(/[.+-]/, 3).map(Number)

/** Whether a number is above another one, as far as their three parts say. */
export function isAbove(version: string, other: string): boolean {
  const [one, two] = [partsOf(version), partsOf(other)]
  const at = one.findIndex((part, index) => part !== two[index])
  return at >= 0 && (one[at] ?? 0) > (two[at] ?? 0)
}

interface Known extends VersionProps {
  publisher: PublisherReturned<'getPublisher'>
  user: Session['user']
}

/** What is known here of what a version still lacks; the server has the last word. */
export function unmetOf({ plugin, version, publisher, user }: Known): UnmetCondition[] {
  const { manifest } = version
  const named = isManifest(manifest) && manifest.plugin.developerName === publisher.name.en
  const { publishedVersion } = plugin
  const conditions: readonly (readonly [UnmetCondition, boolean])[] = [
    ['developer_name', named],
    ['host_verified', publisher.verifiedHost !== null],
    ['second_factor', user.secondFactorEnrolled],
    ['number', publishedVersion === null || isAbove(version.version, publishedVersion)],
    ['review', plugin.visibility === 'PRIVATE'],
  ]
  return conditions.flatMap(([name, met]) => (met ? [] : [name]))
}
