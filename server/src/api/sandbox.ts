import { triggerEvent } from '@clinic/contract/sandbox.ts'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import { triggerEvent as cause } from '../domain/sandbox/trigger-event.ts'
import { implement } from '../kernel/implement.ts'

/** What a plugin can do in a sandbox clinic; `world` plays those who are outside of it. */
export const sandbox = (world: SandboxWorld) => [
  implement(triggerEvent, async (tx, wish) => {
    const caused = await cause(tx, wish, { ...world, installationId: tx.caller.id })
    const changed = caused.records.map(({ id }) => id)
    return { data: { object: 'sandbox_trigger' as const, type: wish.type, ...caused }, changed }
  }),
]
