import { resumePlugin, suspendPlugin } from '@clinic/contract/staff/installations.ts'
import { getPluginsState, startPlugins, stopPlugins } from '@clinic/contract/staff/plugin-stops.ts'
import * as stops from '../domain/plugins/stop-plugins.ts'
import { resumeInstallation, suspendInstallation } from '../domain/plugins/suspend-installation.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentPluginsState } from '../present/plugins.ts'
import type { ShownPlugins } from './shown-plugins.ts'

/** What a clinic stops, one plugin or all of them, and lets go on. */
export const pluginStopsApi = (shown: ShownPlugins): readonly Implementation[] => [
  implement(getPluginsState, async tx => ({ data: presentPluginsState(await stops.pluginsState(tx), tx.clinic) })),
  implement(stopPlugins, presented(stops.stopPlugins, presentPluginsState)),
  implement(startPlugins, async tx => {
    const { missed, ...state } = await stops.startPlugins(tx)
    return { data: { ...presentPluginsState(state, tx.clinic), missed } }
  }),
  implement(suspendPlugin, async (tx, input) => {
    await suspendInstallation(tx, input)
    return { data: await shown.one(tx, input.id) }
  }),
  implement(resumePlugin, async (tx, { id }) => {
    const { missed } = await resumeInstallation(tx, { id })
    return { data: { ...(await shown.one(tx, id)), missed } }
  }),
]
