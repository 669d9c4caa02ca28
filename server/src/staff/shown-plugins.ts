import { findInstalledPlugin, installedPlugins } from '../domain/plugins/installed-plugin.ts'
import { pluginHealth, pluginsHealth } from '../domain/plugins/plugin-health.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentInstalledPlugin } from '../present/plugins.ts'

/**
 * Installations as the clinic sees them, with how each is doing; `usual` is of how many patients a day one is shown records
 * unless the clinic says otherwise.
 */
export const shownPlugins = (usual: number) => ({
  one: async (tx: Tx, id: string) => {
    const [plugin, doing] = [await findInstalledPlugin(tx, id), await pluginHealth(tx, id, usual)]
    return presentInstalledPlugin({ ...plugin, doing }, tx.clinic)
  },
  all: async (tx: Tx, which: { removed: boolean }) => {
    const plugins = await installedPlugins(tx, which)
    const ids = plugins.map(({ id }) => id)
    const doing = new Map((await pluginsHealth(tx, ids, usual)).map(each => [each.id, each]))
    return plugins.flatMap(plugin => {
      const found = doing.get(plugin.id)
      return found ? [presentInstalledPlugin({ ...plugin, doing: found }, tx.clinic)] : []
    })
  },
})

export type ShownPlugins = ReturnType<typeof shownPlugins>
