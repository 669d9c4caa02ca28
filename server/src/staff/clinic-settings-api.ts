import { getClinicSettings, updateClinicSettings } from '@clinic/contract/staff/clinic-settings.ts'
import { changeClinicSettings, clinicSettings } from '../domain/clinics/clinic-settings.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentClinicSettings } from '../present/settings.ts'

const shown = async (tx: Tx) => ({ data: presentClinicSettings(await clinicSettings(tx), tx.clinic) })

/** How the clinic is set up; its picture is served below the public address. */
export const clinicSettingsApi = (publicUrl: string) => [
  implement(getClinicSettings, shown),
  implement(updateClinicSettings, async (tx, wishes) => {
    await changeClinicSettings(tx, wishes, publicUrl)
    return shown(tx)
  }),
]
