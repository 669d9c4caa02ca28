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

/** The request as a module of TypeScript, with nothing but fetch; the token comes from the environment. */
export function typescriptOf({ method, url, keyed, body }: SampleCall): string {
  const lines = [
    `const response = await fetch(${text(url)}, {`,
    method !== 'GET' && `  method: ${text(method)},`,
    '  headers: {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample fills it in
    '    Authorization: `Bearer ${process.env.TOKEN}`,',
    keyed && "    'Idempotency-Key': crypto.randomUUID(),",
    body !== undefined && "    'Content-Type': 'application/json',",
    '  },',
    body !== undefined && `  body: JSON.stringify(${literal(body, TYPESCRIPT, 1)}),`,
    '})',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample fills it in
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    'console.log(await response.json())',
  ]
  return lines.filter(line => line !== false).join('\n')
}
