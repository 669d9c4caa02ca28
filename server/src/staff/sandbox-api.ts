import { isPermitted } from '@clinic/contract/staff/permissions.ts'
import { triggerSandboxEvent } from '@clinic/contract/staff/sandbox.ts'
import { newestInstallation } from '../domain/plugins/newest-installation.ts'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import { triggerEvent } from '../domain/sandbox/trigger-event.ts'
import { refuse } from '../kernel/errors.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'

/** Whose affairs an event is about that is about a plugin's own. */
const ABOUT_PLUGINS: readonly string[] = ['plugin.settings.updated', 'installation.uninstalled']

async function installationOf(tx: Tx, { type, installationId }: { type: string; installationId?: string }) {
  if (ABOUT_PLUGINS.includes(type)) requireManager(tx)
  if (installationId !== undefined) return (await tx.get('installation', installationId)).id
  return ABOUT_PLUGINS.includes(type) ? newestInstallation(tx) : ''
}

/** What changes a plugin, or shows a key of it, is for those who may do so in any clinic. */
function requireManager({ caller: { person } }: Tx): void {
  if (!person || !isPermitted(person.role, 'plugins:manage')) refuse('not_permitted', { permission: 'plugins:manage' })
}

/** What the room for trying plugins out does in a sandbox clinic. */
export const sandboxApi = (world: SandboxWorld): readonly Implementation[] => [
  implement(triggerSandboxEvent, async (tx, wish) => {
    const scene = { ...world, installationId: await installationOf(tx, wish) }
    const caused = await triggerEvent(tx, wish, scene)
    const changed = caused.records.map(({ id }) => id)
    return { data: { object: 'sandbox_trigger' as const, type: wish.type, ...caused }, changed }
  }),
]
