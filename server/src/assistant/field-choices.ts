import { type AssistantScope, isAssistantScope } from '@clinic/contract/assistant-scopes.ts'
import { FIELDS, type FieldChoices } from './fields.ts'

/** What is done with one field: it is shown, as free text or for a further scope, or left out. */
export type FieldChoice = 'shown' | 'prose' | 'left_out' | { needs: AssistantScope }
export type Decision = readonly [field: string, choice: FieldChoice]

const each = (fields = '', choice: FieldChoice): Decision[] =>
  fields.split(/\s+/).flatMap(field => (field === '' ? [] : [[field, choice]]))

const decisions = ({ shown, prose, needs = {}, leftOut }: FieldChoices): Decision[] => [
  ...each(shown, 'shown'),
  ...each(prose, 'prose'),
  ...Object.entries(needs).flatMap(([scope, fields]) =>
    isAssistantScope(scope) ? each(fields, { needs: scope }) : [],
  ),
  ...each(leftOut, 'left_out'),
]

/** What is decided on the fields of a resource; a resource that is not listed at all is one that no tool may show. */
export function decisionsOn(resource: string): Decision[] {
  const choices = FIELDS[resource]
  if (!choices) throw new Error(`Say in server/src/assistant/fields.ts what assistants are shown of ${resource}.`)
  return decisions(choices)
}
