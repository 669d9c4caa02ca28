import { literal, type Notation } from './literal.ts'
import type { SampleCall } from './sample-call.ts'

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** JSON's text, between single quotes. */
const text = (value: string): string =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const TYPESCRIPT: Notation = {
  ...{ indent: '  ', true: 'true', false: 'false', null: 'null', text },
  key: name => (IDENTIFIER.test(name) ? name : text(name)),
}

/** The call of the SDK, which takes address and token from the environment and makes the Idempotency-Key itself. */
export function typescriptOf({ sdk }: SampleCall): string {
  const { method = '', input = {} } = sdk ?? {}
  const given = Object.keys(input).length > 0 ? literal(input, TYPESCRIPT, 0) : ''
  return [
    "import { createClient } from '@clinic/sdk'",
    '',
    'const clinic = createClient()',
    `console.log(await clinic.${method}(${given}))`,
  ].join('\n')
}
