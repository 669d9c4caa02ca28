import { hrefOf, isMainRoom, type RoomKey } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'

type OpenNotice = Returned<'listNotices'>

/** The room in which what a notice says is dealt with; none where the console has none for it. */
function roomOf({ kind, alarm, installationId }: OpenNotice): RoomKey | undefined {
  if (kind === 'security_event') return alarm === 'audit_broken' ? 'audit' : 'securityEvents'
  if (kind === 'webhook_endpoint_disabled') return 'deliveries'
  if (kind === 'plugin_update_pending') return installationId === null ? 'plugins' : 'pluginUpgrade'
  if (kind === 'plugin_token_ending') return installationId === null ? 'plugins' : 'plugin'
  return kind === 'plugin_requested' ? 'plugins' : undefined
}

/** Where a notice leads: what concerns the own login, outside every clinic. */
export function placeOf(clinicId: string, notice: OpenNotice): string | undefined {
  if (notice.kind === 'own_login') return '/security'
  const room = roomOf(notice)
  if (room === 'plugin' || room === 'pluginUpgrade') return hrefOf(clinicId, room, { id: notice.installationId ?? '' })
  return room !== undefined && isMainRoom(room) ? hrefOf(clinicId, room) : undefined
}

/** A room that says itself what was raised, and is where it is acknowledged, does not say it twice. */
export const isSaidIn = (room: RoomKey | undefined, notice: OpenNotice): boolean =>
  notice.kind === 'security_event' && room !== undefined && roomOf(notice) === room
