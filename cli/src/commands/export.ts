import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Argument, type Command } from 'commander'
import { urlOf } from '../access.ts'
import { type Context, contextOf, type Globals } from '../context.ts'
import type { RequestFamily } from '../example-request.ts'
import { EXIT, Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { isRow } from '../records.ts'

interface OutOptions extends Globals {
  out?: string
}

/** Where no profile says which service is meant. */
const SOME_SERVICE = 'https://clinic.example.com'

const isFamily = (value: unknown): value is RequestFamily => isRow(value) && Array.isArray(value.requests)

/** Written beside the bundle when it is built. */
async function families(): Promise<RequestFamily[]> {
  const value: unknown = JSON.parse(await readFile(join(import.meta.dirname, 'requests.json'), 'utf8'))
  return Array.isArray(value) ? value.filter(isFamily) : []
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const WRITERS = {
  async postman(baseUrl: string, out = 'clinic.postman_collection.json') {
    const { postmanOf } = await import('../export/postman.ts')
    await write(out, `${JSON.stringify(postmanOf(await families(), baseUrl), null, 2)}\n`)
    return { out, files: 1 }
  },
  async bruno(baseUrl: string, out = 'clinic-bruno') {
    const { brunoOf } = await import('../export/bruno.ts')
    const files = Object.entries(brunoOf(await families(), baseUrl))
    for (const [name, text] of files) await write(join(out, name), text)
    return { out, files: files.length }
  },
}
type Format = keyof typeof WRITERS

async function exported(format: Format, { out }: OutOptions, { print, access }: Context): Promise<void> {
  const { url } = await access()
  const written = await WRITERS[format](`${url?.value ?? SOME_SERVICE}/api/v1`, out)
  tell('The token is not in it: enter it as the variable token.')
  print.one(written)
}

/** The description as the service runs it; it needs no login. */
async function openapi({ out }: OutOptions, { access, print }: Context): Promise<void> {
  const address = `${urlOf(await access())}/api/v1/openapi.json`
  const response = await fetch(address).catch(error => {
    throw new Failure('connection_failed', EXIT.network, `${address} does not answer: ${error.cause ?? error}`)
  })
  const text = await response.text()
  if (!response.ok) throw new Failure('unexpected_answer', EXIT.network, `${address} answers ${response.status}.`)
  if (out === undefined) return void process.stdout.write(`${text}\n`)
  await write(out, `${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  print.one({ out, from: address })
}

export function addExport(program: Command): void {
  program
    .command('openapi')
    .summary('print the description of the interface, as OpenAPI')
    .description('Prints the OpenAPI description as the service publishes it. Needs no login.')
    .option('--out <file>', 'write it there instead, indented')
    .action(async (options: OutOptions, command: Command) => openapi(options, contextOf(command)))
  program
    .command('export')
    .addArgument(new Argument('<format>').choices(Object.keys(WRITERS)))
    .summary('write a collection of requests, for Bruno or Postman')
    .description('Writes a request of every operation, with the examples of the documentation, and no token.')
    .option('--out <path>', 'where to: a folder for Bruno, a file for Postman')
    .action(async (format: Format, options: OutOptions, command: Command) =>
      exported(format, options, contextOf(command)),
    )
}
