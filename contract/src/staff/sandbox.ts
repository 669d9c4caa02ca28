import { inSandbox, permission } from '../access.ts'
import { described, Id, Optional } from '../fields.ts'
import { family } from '../kernel.ts'
import { SandboxTrigger, triggerInput } from '../sandbox.ts'
import { TRIGGER_TYPES, triggerIssues } from '../sandbox-fields.ts'

const operate = inSandbox(permission('sandbox:operate'))
const { operation } = family('Sandbox', { read: operate, write: operate, sight: 'clinic' })

export const triggerSandboxEvent = operation({
  id: 'triggerSandboxEvent',
  route: 'POST /sandbox/triggers',
  summary: 'Causes an event in a sandbox clinic',
  description:
    'Does what causes an event of the type, on fitting records, which are made first where there are none; set takes the fields that triggerEvent of the plugin API lists. In any other clinic there is no such path.',
  input: {
    ...triggerInput,
    installationId: Optional(
      described(Id, 'The plugin whose affairs it is about, where it is; the newest one unless told.'),
    ),
  },
  returns: SandboxTrigger,
  status: 201,
  emits: TRIGGER_TYPES,
  check: triggerIssues,
  changes: ['records'],
  refuses: ['not_found', 'slot_unavailable', 'insufficient_points', 'invalid_state_transition'],
})
