import { isRecord } from '@clinic/contract/json-schema.ts'

type Place = (data: Readonly<Record<string, unknown>>) => string

const pluginAt =
  (rest: string): Place =>
  ({ installationId }) =>
    typeof installationId === 'string' ? `/plugins/installed/${encodeURIComponent(installationId)}${rest}` : '/plugins'

const alarmAt = (alarm: unknown): Place => {
  if (alarm === 'mass_read') return pluginAt('')
  return alarm === 'audit_broken' ? () => '/audit' : () => '/security-events'
}

/** What concerns a person's own login, outside every clinic: others than owners may not see what their clinics were warned of. */
export const OWN_SECURITY = '/security'

/** Where in the console what a mail says is dealt with, by the mail's template. */
const ROOMS: Readonly<Record<string, Place>> = {
  plugin_requested: () => '/plugins',
  plugin_token_ending: pluginAt('?tab=keys'),
  webhook_endpoint_disabled: () => '/plugins/deliveries',
  security_event: data => alarmAt(data.alarm)(data),
}

/** Below the clinic's address; nothing for a mail that leads to no room. */
export const roomOf = (template: string, data: unknown): string | undefined =>
  Object.hasOwn(ROOMS, template) ? ROOMS[template]?.(isRecord(data) ? data : {}) : undefined
