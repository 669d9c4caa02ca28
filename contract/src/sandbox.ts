import { anyToken, inSandbox } from './access.ts'
import { described, FreeMap, Id, Nested, OneOf, Optional, resource } from './fields.ts'
import { family, Type } from './kernel.ts'
import { fieldsInWords, TRIGGER_TYPES, triggerIssues } from './sandbox-fields.ts'
import { Code, MaybeCode, ofTier } from './tiers.ts'

/** What a trigger has brought about. */
export const SandboxTrigger = resource('sandbox_trigger', {
  type: Code,
  events: described(
    Type.Array(
      Nested({
        id: Id,
        type: Code,
        asked: Type.Boolean({ description: 'True for the event that was asked for; the others led to it.' }),
      }),
    ),
    'What happened, in this order. An event whose type was not granted happens, too, and is not delivered.',
  ),
  records: described(
    Type.Array(Nested({ kind: described(Code, 'The kind of record, as its field object has it.'), id: Id })),
    'The records that were made or changed. They stay until the sandbox is reset.',
  ),
  token: described(MaybeCode, 'Of the plugin that was installed anew. Shown this once; null otherwise.'),
})

/** Which event is to be caused, and how. */
export const triggerInput = {
  type: described(OneOf(TRIGGER_TYPES), 'The type of the event: any but quotation.viewed, which is never sent.'),
  set: Optional(described(ofTier('record', FreeMap), 'Fields of what is done; each type takes its own.')),
  times: Optional(
    Type.Integer({ minimum: 1, maximum: 20, default: 1, description: 'How often, one after the other.' }),
  ),
}

const anyTestToken = inSandbox(anyToken)
const { operation } = family('Sandbox', { read: anyTestToken, write: anyTestToken })

export const triggerEvent = operation({
  id: 'triggerEvent',
  route: 'POST /sandbox/triggers',
  summary: 'Cause an event',
  description: `Does in the sandbox clinic what causes an event of the type, as its staff, its patients or its providers would: on fitting records, which are made first where there are none. The events that led to it happen as well. A token of a live clinic is answered as if there were no such path.\n\nset says what the record is to be, or which one is meant:\n\n${fieldsInWords}`,
  input: triggerInput,
  returns: SandboxTrigger,
  status: 201,
  emits: TRIGGER_TYPES,
  check: triggerIssues,
  changes: ['records'],
  refuses: ['not_found', 'slot_unavailable', 'insufficient_points', 'invalid_state_transition'],
})
