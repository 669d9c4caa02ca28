import type { ExampleParameter, ExampleRequest, RequestFamily } from '../example-request.ts'

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
const block = (head: string, lines: readonly string[]): string => `${head} {\n${indented(lines.join('\n'))}\n}\n`

/** What is not required is there, and not sent until it is ticked. */
const line = ({ name, value, required }: ExampleParameter): string => `${required ? '' : '~'}${name}: ${value}`

function requestText({ name, method, path, words, inPath, query, body, keyed }: ExampleRequest, seq: number): string {
  const sent = query.filter(({ required }) => required).map(one => `${one.name}=${one.value}`)
  const url = `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`
  const shape = [`url: ${url}`, `body: ${body === undefined ? 'none' : 'json'}`, 'auth: inherit']
  const blocks = [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), shape),
    query.length > 0 && block('params:query', query.map(line)),
    inPath.length > 0 && block('params:path', inPath.map(line)),
    keyed && block('headers', ['Idempotency-Key: {{$guid}}']),
    body !== undefined && block('body:json', [JSON.stringify(body, null, 2)]),
    words !== '' && block('docs', [words]),
  ]
  return blocks.filter(Boolean).join('\n')
}

/** Of a name what every file system takes, and told apart without case. */
const fileOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N} ,-]/gu, '').trim()

/** The files of a Bruno collection by their paths. The token is for the person to enter: it is not in it. */
export function brunoOf(families: readonly RequestFamily[], baseUrl: string): Readonly<Record<string, string>> {
  const requests = families.flatMap((family, index) => [
    [`${family.name}/folder.bru`, block('meta', [`name: ${family.name}`, `seq: ${index + 1}`])],
    ...family.requests.map((request, at) => [
      `${family.name}/${fileOf(request.name)}.bru`,
      requestText(request, at + 1),
    ]),
  ])
  const bearer = [block('auth', ['mode: bearer']), block('auth:bearer', ['token: {{token}}'])].join('\n')
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Clinic plugin API', type: 'collection' }, null, 2)}\n`,
    'collection.bru': bearer,
    'environments/clinic.bru': `${block('vars', [`baseUrl: ${baseUrl}`])}vars:secret [\n  token\n]\n`,
    ...Object.fromEntries(requests),
  }
}
