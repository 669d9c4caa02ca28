import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import type { PluginVersion } from '../../domain/plugins/plugin-version.ts'
import type { RowsByTable } from '../../kernel/insert-many.ts'
import { newId } from '../../kernel/values/ids.ts'
import { DAY_MS, iso } from '../clock.ts'
import type { LoginPlan } from '../logins.ts'

/** A plugin that people of the clinic ask the owner for. */
interface Request {
  slug: string
  daysAgo: number
  askers: readonly { role: StaffRole; note: string | null }[]
}

export const REQUESTS: readonly Request[] = [
  {
    ...{ slug: 'xray-review', daysAgo: 4 },
    askers: [{ role: 'doctor', note: 'A second look would help on busy mornings.' }],
  },
  {
    ...{ slug: 'recall-calls', daysAgo: 1 },
    askers: [
      { role: 'receptionist', note: 'We call forty people a week by hand.' },
      { role: 'accountant', note: null },
    ],
  },
]

const OPEN_DAYS = 30

/** The requests, who asks, and the notices of them to the owner. */
export function requestRows(now: number, versions: readonly PluginVersion[], staff: readonly LoginPlan[]): RowsByTable {
  const asked = REQUESTS.flatMap(({ slug, daysAgo, askers }) => {
    const version = versions.find(one => one.slug === slug)
    const people = askers.flatMap(({ role, note }) => {
      const person = staff.find(one => one.role === role)
      return person ? [{ user_id: person.userId, name: person.name[0], role, note }] : []
    })
    const ms = now - daysAgo * DAY_MS
    return version && people[0] ? [{ id: newId('irq', ms), slug, ms, version, people, first: people[0].name }] : []
  })
  return {
    install_request: asked.map(({ id, ms, version }) => ({
      ...{
        id,
        plugin_id: version.pluginId,
        state: 'OPEN',
        expires_at: iso(ms + OPEN_DAYS * DAY_MS),
        answered_by: null,
      },
      ...{ created_at: iso(ms), updated_at: iso(ms) },
    })),
    install_request_asker: asked.flatMap(({ id, ms, people }) =>
      people.map((person, place) => ({ request_id: id, ...person, asked_at: iso(ms + place * 3_600_000) })),
    ),
    clinic_notice: asked.map(({ id, slug, ms, first }) => ({
      ...{ id: newId('ntc', ms), kind: 'plugin_requested' },
      data: { installRequestId: id, pluginSlug: slug, askedBy: first },
      ...{ created_at: iso(ms), updated_at: iso(ms) },
    })),
  }
}
