import { getInstallation, updateInstallationSettings } from '@clinic/contract/installation.ts'
import { changeSettings } from '../domain/plugins/change-settings.ts'
import { ownInstallation } from '../domain/plugins/own-installation.ts'
import { implement } from '../kernel/implement.ts'
import { presentInstallation, presentInstallationSettings } from '../present/installation.ts'

export const installation = [
  implement(getInstallation, async tx => ({
    data: presentInstallation({ ...(await ownInstallation(tx)), caller: tx.caller }, tx.clinic),
  })),
  implement(updateInstallationSettings, async (tx, { settings }) => {
    const changed = await changeSettings(tx, { id: tx.caller.id, patch: settings })
    return { data: presentInstallationSettings({ ...changed, caller: tx.caller }, tx.clinic) }
  }),
]
