import type { SetOf, TriggerType } from '@clinic/contract/sandbox-fields.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { SandboxWorld } from './sandbox-world.ts'

/** Where a trigger runs: who is outside the clinic, and for which plugin it runs. */
export interface TriggerScene extends SandboxWorld {
  installationId: string
}

/**
 * For each type of event, what causes it: the use-cases of the clinic, on records that fit. What is answered counts only as
 * far as it is the key of a plugin that was installed, in `token`.
 */
export type Triggers = {
  readonly [Named in TriggerType]: (tx: Tx, set: SetOf<Named>, scene: TriggerScene) => Promise<unknown>
}

/** Some of them, with their types. */
export const triggers = <Named extends TriggerType>(some: Pick<Triggers, Named>): Pick<Triggers, Named> => some
