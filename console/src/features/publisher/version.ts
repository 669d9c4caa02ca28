import type { PublisherReturned } from '../../lib/publisher-api.ts'
import type { OwnPlugin } from './use-own-plugin.ts'

export type Version = PublisherReturned<'getOwnVersion'>

export interface VersionProps {
  plugin: OwnPlugin
  version: Version
}
