import { sql } from '../../../db/statement.ts'
import type { Tx } from '../../../kernel/tx.ts'

interface TimeSwitch {
  pluginsMoveTime: boolean
}

const read = sql<TimeSwitch>('select plugins_move_time as "pluginsMoveTime" from clinic where company_id = $1')
const set = sql<TimeSwitch>(`
  update clinic set plugins_move_time = $2, updated_at = $3 where company_id = $1
  returning plugins_move_time as "pluginsMoveTime"`)

const only = ([found]: TimeSwitch[]): TimeSwitch => found ?? { pluginsMoveTime: false }

/** Whether plugins may move the clock of the sandbox clinic, and reset it. */
export const pluginsMoveTime = async (tx: Tx): Promise<TimeSwitch> => only(await tx.sql(read([tx.clinic.id])))

export async function letPluginsMoveTime(tx: Tx, wish: TimeSwitch): Promise<TimeSwitch> {
  tx.touched.row('clinic', { id: tx.clinic.id }, ['plugins_move_time'])
  return only(await tx.sql(set([tx.clinic.id, wish.pluginsMoveTime, tx.now])))
}
