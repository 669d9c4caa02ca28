import { createSetupLink, putSharedIds } from '@clinic/contract/staff/plugin-setup.ts'
import { renewSetupLink } from '../domain/plugins/setup-link.ts'
import { shareIds } from '../domain/plugins/shared-ids.ts'
import { type Implementation, implement } from '../kernel/implement.ts'

/** What a clinic hands over to the developer of a plugin. */
export const pluginSetupApi: readonly Implementation[] = [
  implement(createSetupLink, async (tx, input) => ({ data: await renewSetupLink(tx, input) })),
  implement(putSharedIds, async (tx, input) => ({ data: await shareIds(tx, input) })),
]
