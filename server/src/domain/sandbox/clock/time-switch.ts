import { sql } from '../../../db/statement.ts'
import { changeClinic } from '../../../kernel/change-clinic.ts'
import type { Tx } from '../../../kernel/tx.ts'

interface TimeSwitch {
  pluginsMoveTime: boolean
}

const read = sql<TimeSwitch>('select plugins_move_time as "pluginsMoveTime" from clinic where company_id = $1')

const only = ([found]: TimeSwitch[]): TimeSwitch => found ?? { pluginsMoveTime: false }

/** Whether plugins may move the clock of the sandbox clinic, and reset it. */
export const pluginsMoveTime = async (tx: Tx): Promise<TimeSwitch> => only(await tx.sql(read([tx.clinic.id])))

export async function letPluginsMoveTime(tx: Tx, wish: TimeSwitch): Promise<TimeSwitch> {
  const { plugins_move_time: pluginsMoveTime } = await changeClinic(tx, { plugins_move_time: wish.pluginsMoveTime })
  return { pluginsMoveTime }
}
