import { SECURITY_EVENTS, type SecurityEventKind, type SecurityLevel } from '@clinic/contract/staff/security-events.ts'
import type { RowsByTable } from '../../kernel/insert-many.ts'
import { newId } from '../../kernel/values/ids.ts'
import { HOUR_MS, iso } from '../clock.ts'
import type { LoginPlan } from '../logins.ts'
import type { InstalledPlugin } from './installed.ts'

/** What the clinic was warned of, and what was found where people have looked. */
interface Warning {
  kind: SecurityEventKind
  level?: SecurityLevel
  hoursAgo: number
  /** The plugin that it is about. */
  slug?: string
  facts?: Readonly<Record<string, string | number>>
  times?: number
  note?: string
}

const WARNINGS: readonly Warning[] = [
  { kind: 'mass_read', hoursAgo: 3, slug: 'smile-reminders', facts: { patientsPerDay: 200 }, times: 2 },
  { kind: 'new_device', hoursAgo: 7, facts: { browser: 'Firefox', network: '198.51.100.0/24' } },
  {
    ...{ kind: 'token_misuse', hoursAgo: 30, slug: 'ledger-export', times: 4 },
    facts: { cause: 'address', network: '198.51.100.7', tokenHint: 'plg_live_Demo' },
    note: 'The developer moved to a new data centre and has told us the new range.',
  },
  {
    ...{ kind: 'login_failures', hoursAgo: 52, facts: { network: '198.51.100.0/24' }, times: 11 },
    note: 'It was Amal, who had forgotten the new password.',
  },
  { kind: 'stopped', hoursAgo: 72, slug: 'lab-bridge' },
  { kind: 'admin_added', hoursAgo: 400, note: 'The new practice manager.' },
  { kind: 'installed', hoursAgo: 720, slug: 'ledger-export' },
]

type Row<Table extends keyof RowsByTable> = NonNullable<RowsByTable[Table]>[number]

interface About {
  now: number
  plugins: readonly InstalledPlugin[]
  owner: LoginPlan
}

/** The security events of the last month but those that follow from what is made, with the notices of those that are open. */
export function warningRows({ now, plugins, owner }: About): RowsByTable {
  const events = WARNINGS.map(warning => eventOf(warning, { now, plugins, owner }))
  return {
    security_event: events,
    clinic_notice: events.filter(isOpen).map(event => ({
      ...{ id: newId('ntc', Date.parse(event.created_at)), kind: 'security_event' },
      data: { securityEventId: event.id, alarm: event.kind, level: event.level, ...Object(event.data) },
      ...{ created_at: event.created_at, updated_at: event.created_at },
    })),
  }
}

const isOpen = ({ level, acknowledged_at }: Row<'security_event'>) => level !== 'INFO' && acknowledged_at === null

function eventOf(warning: Warning, { now, plugins, owner }: About): Row<'security_event'> {
  const { kind, hoursAgo, slug, facts, times = 1, note = null } = warning
  const [level] = SECURITY_EVENTS[kind]
  const at = iso(now - hoursAgo * HOUR_MS)
  const plugin = plugins.find(one => one.slug === slug)
  const who = plugin
    ? { installationId: plugin.id, pluginSlug: plugin.slug }
    : { userId: owner.userId, userName: owner.name[0] }
  const seen = note === null ? null : iso(now - hoursAgo * HOUR_MS + 2 * HOUR_MS)
  return {
    ...{ id: newId('sev', Date.parse(at)), kind, level, subject: plugin?.id ?? owner.userId },
    data: { actor: `staff ${owner.userId}`, ...who, ...facts },
    ...{ times, last_at: at, acknowledged_at: seen, acknowledged_by: seen && owner.userId, note },
    ...{ created_at: at, updated_at: seen ?? at },
  }
}
