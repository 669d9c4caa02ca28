import { isRecord } from '@clinic/contract/json-schema.ts'
import type { UnmetCondition } from '@clinic/contract/publisher/versions.ts'
import semver from 'semver'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isManifest } from '../plugins/plugin-version.ts'
import type { OwnPlugin } from './own-plugins.ts'
import { currentPublisher } from './publishers.ts'

type Version = Pick<TableRow<'plugin_version'>, 'id' | 'version' | 'manifest' | 'exam_id'>
type Condition = readonly [UnmetCondition, boolean]

const unmetOf = (conditions: readonly Condition[]): UnmetCondition[] =>
  conditions.flatMap(([name, isMet]) => (isMet ? [] : [name]))

/** What both ways of publishing ask for. */
async function ofBoth(tx: Tx, { published_version: last }: OwnPlugin, version: Version): Promise<Condition[]> {
  const { manifest, id } = version
  if (!isManifest(manifest)) throw new Error(`Plugin version ${id} holds no manifest of version 1.`)
  const publisher = await currentPublisher(tx)
  return [
    ['developer_name', manifest.plugin.developerName === publisher.name],
    ['host_verified', publisher.verified_host !== null],
    ['second_factor', await hasSecondFactor(tx)],
    ['number', last === null || semver.gt(version.version, last)],
  ]
}

/** All that keeps a version of a private plugin from being published. What every clinic finds was looked at by people first. */
export const unmetToPublish = async (tx: Tx, plugin: OwnPlugin, version: Version): Promise<UnmetCondition[]> =>
  unmetOf([...(await ofBoth(tx, plugin, version)), ['review', plugin.visibility === 'PRIVATE']])

/** All that keeps a version of a listed plugin from being handed in. */
export const unmetToSubmit = async (tx: Tx, plugin: OwnPlugin, version: Version): Promise<UnmetCondition[]> =>
  unmetOf([
    ...(await ofBoth(tx, plugin, version)),
    ['icon', plugin.icon_name !== null],
    ['arabic_texts', isInArabic(version.manifest)],
    ['exam', version.exam_id !== null],
  ])

/** The same for the way that a plugin goes. */
export const unmetOfVersion = (tx: Tx, plugin: OwnPlugin, version: Version): Promise<UnmetCondition[]> =>
  plugin.visibility === 'PRIVATE' ? unmetToPublish(tx, plugin, version) : unmetToSubmit(tx, plugin, version)

/** Whether every text that is there in English is there in Arabic. */
export function isInArabic(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isInArabic)
  if (!isRecord(value)) return true
  if (typeof value.en === 'string') return typeof value.ar === 'string' && value.ar.trim() !== ''
  return Object.values(value).every(isInArabic)
}

/** Whether the login that acts, or that has made the key, had proved a second factor. */
async function hasSecondFactor(tx: Tx): Promise<boolean> {
  if (tx.caller.kind === 'publisher') return (await tx.get('publisher_key', tx.caller.id)).second_factor
  return tx.caller.person === undefined ? false : tx.caller.person.secondFactorAt !== null
}
