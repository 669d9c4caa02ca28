import {
  getPluginFaults,
  getSandboxSwitch,
  getSandboxTime,
  listSandboxEventTypes,
  moveSandboxTime,
  resetSandboxClinic,
  setPluginFaults,
  setSandboxSwitch,
} from '@clinic/contract/staff/sandbox-room.ts'
import { awaitClock, type NewsOf } from '../domain/sandbox/clock/await-clock.ts'
import { readClock } from '../domain/sandbox/clock/read-clock.ts'
import { moveClock, resetSandbox } from '../domain/sandbox/clock/sandbox-run.ts'
import { letPluginsMoveTime, pluginsMoveTime } from '../domain/sandbox/clock/time-switch.ts'
import { sandboxEventTypes } from '../domain/sandbox/event-types.ts'
import { faultsOf, setFaults } from '../domain/sandbox/faults.ts'
import { followed, type Implementation, implement } from '../kernel/implement.ts'
import { presentFaults, presentSandboxClock, presentSandboxRun } from '../present/sandbox.ts'

/** What the room does with time in a sandbox clinic, and with what goes wrong there on purpose. */
export const sandboxRoomApi = (newsOf: NewsOf): readonly Implementation[] => [
  implement(listSandboxEventTypes, async () => ({ data: sandboxEventTypes() })),
  implement(getSandboxTime, async (tx, { until }) => ({ data: presentSandboxClock(await readClock(tx, until)) })),
  followed(
    implement(moveSandboxTime, async (tx, wish) => {
      const { id } = await moveClock(tx, wish)
      return { data: presentSandboxClock(await readClock(tx)), changed: [id] }
    }),
    async (tx, { waitSeconds }) => {
      const seconds = typeof waitSeconds === 'number' ? waitSeconds : undefined
      const { status, clock } = await awaitClock(tx, newsOf, seconds)
      return { status, answer: { data: presentSandboxClock(clock) } }
    },
  ),
  implement(resetSandboxClinic, async tx => ({ data: presentSandboxRun(await resetSandbox(tx)) })),
  implement(getSandboxSwitch, async tx => ({ data: await pluginsMoveTime(tx) })),
  implement(setSandboxSwitch, async (tx, wish) => ({ data: await letPluginsMoveTime(tx, wish) })),
  implement(getPluginFaults, async (tx, { id }) => {
    const installation = await tx.get('installation', id)
    return { data: presentFaults(await faultsOf(tx, installation.id)) }
  }),
  implement(setPluginFaults, async (tx, { id, ...wish }) => ({ data: presentFaults(await setFaults(tx, id, wish)) })),
]
