import { PLUGIN_ERRORS } from '@clinic/contract/errors.ts'
import { SCOPES } from '@clinic/contract/scopes.ts'

const union = (words: string, name: string, values: readonly string[]): string =>
  `/** ${words} */\nexport type ${name} =\n${values.map(value => `| '${value}'`).join('\n')}\n`

/** The closed lists: codes of errors, and scopes. */
export const printedLists = (): string =>
  [
    union(
      'What the service refuses with; the codes never change their meaning.',
      'ErrorCode',
      Object.keys(PLUGIN_ERRORS),
    ),
    union('What an installation is granted.', 'Scope', Object.keys(SCOPES)),
  ].join('\n')
