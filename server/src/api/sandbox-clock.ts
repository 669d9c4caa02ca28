import { getSandboxClock, moveSandboxClock, resetSandbox } from '@clinic/contract/sandbox-clock.ts'
import { getSandboxFaults, setSandboxFaults } from '@clinic/contract/sandbox-faults.ts'
import { awaitClock, type NewsOf } from '../domain/sandbox/clock/await-clock.ts'
import { readClock } from '../domain/sandbox/clock/read-clock.ts'
import { moveClock, resetSandbox as reset } from '../domain/sandbox/clock/sandbox-run.ts'
import { faultsOf, setFaults } from '../domain/sandbox/faults.ts'
import { followed, type Implementation, implement } from '../kernel/implement.ts'
import { presentFaults, presentSandboxClock, presentSandboxRun } from '../present/sandbox.ts'

/** The time of a sandbox clinic, its beginning, and what goes wrong there on purpose. */
export const sandboxClock = (newsOf: NewsOf): readonly Implementation[] => [
  implement(getSandboxClock, async (tx, { until }) => ({ data: presentSandboxClock(await readClock(tx, until)) })),
  followed(
    implement(moveSandboxClock, async (tx, wish) => {
      const { id } = await moveClock(tx, wish)
      return { data: presentSandboxClock(await readClock(tx)), changed: [id] }
    }),
    async (tx, { waitSeconds }) => {
      const seconds = typeof waitSeconds === 'number' ? waitSeconds : undefined
      const { status, clock } = await awaitClock(tx, newsOf, seconds)
      return { status, answer: { data: presentSandboxClock(clock) } }
    },
  ),
  implement(resetSandbox, async tx => ({ data: presentSandboxRun(await reset(tx)) })),
  implement(getSandboxFaults, async tx => ({ data: presentFaults(await faultsOf(tx, tx.caller.id)) })),
  implement(setSandboxFaults, async (tx, wish) => ({ data: presentFaults(await setFaults(tx, tx.caller.id, wish)) })),
]
