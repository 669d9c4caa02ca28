import { InstallRequest } from '@clinic/contract/staff/install-requests.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import { plain } from '../domain/plugins/consent-text.ts'
import type { InstallRequest as Requested } from '../domain/plugins/install-request.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const roleOf = wordOf(STAFF_ROLES)

/** What is asked for, in the words of the plugin's newest version, and by whom. */
export const presentInstallRequest = presenter<Requested, typeof InstallRequest>(InstallRequest, {
  slug: ({ version }) => version.slug,
  name: ({ version }) => plain(version.manifest.plugin.name),
  askedBy: ({ askers }) =>
    askers.map(({ user_id, name, role, note, asked_at }) => ({
      ...{ userId: user_id, name, role: roleOf(role), note, askedAt: asked_at },
    })),
})
