import type { Returned } from '../../lib/api.ts'

/** What every part of the room of a plugin is about. */
export interface PluginProps {
  plugin: Returned<'getInstalledPlugin'>
}
