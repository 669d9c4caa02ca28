import { inSandbox, permission } from '../access.ts'
import { described, Id, Nested, OneOf, RowVersion, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import {
  clockInput,
  MOVE_WORDS,
  moveInput,
  moveIssues,
  RESET_WORDS,
  resetInput,
  SandboxClock,
  SandboxRun,
} from '../sandbox-clock.ts'
import { FAULT_WORDS, faultIssues, faultsInput, SandboxFaults } from '../sandbox-faults.ts'
import { Code } from '../tiers.ts'

const operate = inSandbox(permission('sandbox:operate'))
const { operation } = family('Sandbox', { read: operate, write: operate, sight: 'clinic' })
const OF_PLUGIN = { id: described(Id, 'Id of the installed plugin.') }

/** An event that can be caused, and what may be said of it. */
export const SandboxEventType = shape('sandboxEventType', {
  type: described(Code, 'The type of the event.'),
  fields: described(
    Type.Array(
      Nested({
        name: described(Code, 'The name of the field, as set takes it.'),
        kind: described(
          OneOf(['text', 'number', 'boolean', 'instant', 'date', 'choice', 'list']),
          'What its value is: list is a list of texts.',
        ),
        choices: described(Type.Array(Code), 'What a choice may be.'),
      }),
    ),
    'What may be said of it; each may be left out.',
  ),
})

export const listSandboxEventTypes = operation({
  id: 'listSandboxEventTypes',
  route: 'GET /sandbox/triggers',
  summary: 'Lists the events that can be caused',
  description:
    'Every type of event that a sandbox clinic can be made to cause, with the fields that may be said of it.',
  answer: 'all',
  returns: SandboxEventType,
})

export const getSandboxTime = operation({
  id: 'getSandboxTime',
  route: 'GET /sandbox/clock',
  summary: 'Tells the time of a sandbox clinic',
  description:
    'What time it is there, and how a move of its clock or a reset comes on. In any other clinic there is no such path.',
  input: clockInput,
  returns: SandboxClock,
})

export const moveSandboxTime = operation({
  id: 'moveSandboxTime',
  route: 'PUT /sandbox/clock',
  summary: 'Moves the time of a sandbox clinic',
  description: MOVE_WORDS,
  input: moveInput,
  returns: SandboxClock,
  status: 202,
  statusOnceDone: 200,
  check: moveIssues,
  changes: ['now'],
  refuses: ['invalid_state_transition'],
})

export const resetSandboxClinic = operation({
  id: 'resetSandboxClinic',
  route: 'POST /sandbox/reset',
  summary: 'Puts a sandbox clinic back to its beginning',
  description: RESET_WORDS,
  input: resetInput,
  returns: SandboxRun,
  status: 202,
  changes: ['records'],
  refuses: ['invalid_state_transition'],
})

const MayMove = Type.Boolean({
  description:
    'Whether plugins may move the clock of this sandbox clinic, and reset it. In that of a publisher they may.',
})

/** Whether plugins may do both. */
export const SandboxSwitch = shape('sandboxSwitch', { pluginsMoveTime: MayMove, version: RowVersion })

export const getSandboxSwitch = operation({
  id: 'getSandboxSwitch',
  route: 'GET /sandbox/switch',
  summary: 'Tells whether plugins may move the time',
  description: 'Whether plugins may move the clock of this sandbox clinic and reset it.',
  returns: SandboxSwitch,
})

export const setSandboxSwitch = operation({
  id: 'setSandboxSwitch',
  route: 'PUT /sandbox/switch',
  summary: 'Says whether plugins may move the time',
  description: 'Whether plugins may move the clock of this sandbox clinic and reset it, which all who work in it see.',
  access: inSandbox(permission('plugins:manage')),
  versioned: { of: 'clinic' },
  input: { pluginsMoveTime: MayMove },
  returns: SandboxSwitch,
})

export const getPluginFaults = operation({
  id: 'getPluginFaults',
  route: 'GET /sandbox/installations/:id/faults',
  summary: 'Tells what goes wrong on purpose for a plugin',
  description: 'What goes wrong on purpose for an installed plugin, and until when.',
  input: OF_PLUGIN,
  returns: SandboxFaults,
})

export const setPluginFaults = operation({
  id: 'setPluginFaults',
  route: 'PUT /sandbox/installations/:id/faults',
  summary: 'Lets things go wrong for a plugin on purpose',
  description: FAULT_WORDS,
  input: { ...OF_PLUGIN, ...faultsInput },
  returns: SandboxFaults,
  check: faultIssues,
})
