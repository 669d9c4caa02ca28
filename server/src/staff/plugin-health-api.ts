import {
  askPluginDeveloper,
  getPluginHealth,
  getScopeUse,
  putPluginLimits,
} from '@clinic/contract/staff/plugin-health.ts'
import { askDeveloper } from '../domain/plugins/ask-developer.ts'
import { changeLimits } from '../domain/plugins/change-limits.ts'
import { pluginHealth } from '../domain/plugins/plugin-health.ts'
import { scopeUse } from '../domain/plugins/scope-use.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presentPluginHealth, presentScopeUse } from '../present/plugins.ts'

/** How plugins are doing, what they make use of, and how much they may. */
export const pluginHealthApi = (usual: number): readonly Implementation[] => [
  implement(getPluginHealth, async (tx, { id }) => ({
    data: presentPluginHealth(await pluginHealth(tx, id, usual), tx.clinic),
  })),
  implement(getScopeUse, async (tx, { id }) => ({ data: presentScopeUse(id, await scopeUse(tx, id)) })),
  implement(putPluginLimits, async (tx, input) => {
    const { id } = await changeLimits(tx, input)
    return { data: { id, patientsPerDay: input.patientsPerDay } }
  }),
  implement(askPluginDeveloper, async (tx, input) => {
    const { sentTo } = await askDeveloper(tx, input)
    return { data: { id: input.id, sentTo, askedAt: tx.now } }
  }),
]
