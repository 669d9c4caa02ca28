import { type Access, tokenOf } from './access.ts'
import type { Api } from './api.ts'
import { wrongUsage } from './failure.ts'

const MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** What time it is in the clinic: that of a sandbox may have been moved. */
async function clinicNow(api: Api, access: Access): Promise<number> {
  if (!tokenOf(access).startsWith('plg_test_')) return Date.now()
  const { now } = await api.one('GET /sandbox/clock')
  return Date.parse(String(now))
}

/** The instant that is so long ago: 2h, 30m, 3d. An instant is that. */
export async function instantBefore(text: string, api: Api, access: Access): Promise<string> {
  const [, count, unit = ''] = /^(\d+)([mhdw])$/.exec(text) ?? []
  if (count !== undefined)
    return new Date((await clinicNow(api, access)) - Number(count) * (MS[unit] ?? 0)).toISOString()
  if (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw wrongUsage(`${text} is no time: say 2h, 30m or 3d, or an instant such as 2026-07-01T08:00:00Z`)
}
