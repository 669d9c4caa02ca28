import type { Command } from 'commander'
import { type Held, pluginsNamed, startEverywhere, stopEverywhere } from '../domain/plugins/stop-everywhere.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { type Operator, operatorName } from './operator.ts'
import { printing } from './session.ts'

type Change = (tx: PlatformTx, pluginId: string) => Promise<Held[]>

/** Changes one plugin or all in one transaction each, with a record in every clinic where it made a difference. */
async function everywhere({ platform, recordClinic }: Operator, slug: string | undefined, change: Change) {
  const found = await platform(tx => pluginsNamed(tx, slug))
  const done = []
  for (const { id, slug: plugin } of found) {
    const held = await platform(async tx => {
      const changed = await change(tx, id)
      for (const installation of changed) await recordClinic(tx, installation.company_id, ['heldAt'], installation.id)
      return changed
    })
    done.push({ plugin, installations: held.length })
  }
  return done
}

/** What a reviewer does when a plugin harms clinics. */
export function addStopCommands(plugin: Command, program: Command): void {
  plugin
    .command('stop [slug]')
    .description('stop it in every clinic from the next request on; all plugins where none is named')
    .option('--reason <text>', 'why, for those who look at it later')
    .action(
      printing(program, (operator, slug: string | undefined, { reason = null }: { reason?: string | null }) =>
        everywhere(operator, slug, (tx, pluginId) =>
          stopEverywhere(tx, { pluginId, side: 'REVIEWER', by: operatorName(), reason }),
        ),
      ),
    )

  plugin
    .command('start [slug]')
    .description('let it go on where its publisher or the clinic has not stopped it')
    .action(
      printing(program, (operator, slug: string | undefined) =>
        everywhere(operator, slug, (tx, pluginId) =>
          startEverywhere(tx, { pluginId, side: 'REVIEWER', by: operatorName() }),
        ),
      ),
    )
}
