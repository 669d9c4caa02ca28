import { sql } from '../../../db/statement.ts'
import { changeClinic } from '../../../kernel/change-clinic.ts'
import type { Tx } from '../../../kernel/tx.ts'

interface TimeSwitch {
  pluginsMoveTime: boolean
  version: number
}

const read = sql<TimeSwitch>(`
  select plugins_move_time as "pluginsMoveTime", version from clinic where company_id = $1`)

const only = ([found]: TimeSwitch[]): TimeSwitch => found ?? { pluginsMoveTime: false, version: 1 }

/** Whether plugins may move the clock of the sandbox clinic, and reset it. */
export const pluginsMoveTime = async (tx: Tx): Promise<TimeSwitch> => only(await tx.sql(read([tx.clinic.id])))

export async function letPluginsMoveTime(tx: Tx, wish: Pick<TimeSwitch, 'pluginsMoveTime'>): Promise<TimeSwitch> {
  const clinic = await changeClinic(tx, { plugins_move_time: wish.pluginsMoveTime })
  return { pluginsMoveTime: clinic.plugins_move_time, version: clinic.version }
}
