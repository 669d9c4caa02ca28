import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { readJson } from '../inputs.ts'
import { type Row, rowsOf, textsOf } from '../records.ts'
import { reference } from '../reference.ts'
import { type Usage, usageIn } from '../source-usage.ts'
import { usageIssues } from '../usage-rules.ts'

interface LintOptions extends Globals {
  remote?: boolean
  src?: string
  used?: string
}

/** The rules are loaded here alone: they weigh more than all else of plg together. */
async function problemsHere(manifest: Row): Promise<Row[]> {
  const { validateManifest } = await import('@clinic/contract/manifest.ts')
  return validateManifest(manifest).map(issue => ({ ...issue }))
}

const NOTHING: Usage = { operations: new Map(), events: new Map(), words: new Set() }

/** Where the manifest and what the plugin uses part: by its source, by what a recorder has seen, or by both. */
async function problemsOfUse(manifest: Row, { src, used }: LintOptions): Promise<Row[]> {
  if (src === undefined && used === undefined) return []
  const rows = await reference()
  const named = (kind: string) => rows.filter(row => row.kind === kind).map(({ id }) => String(id))
  const types = named('event')
  const events = new Set([...types, ...types.map(type => `${type.split('.')[0]}.*`)])
  const found = src === undefined ? NOTHING : await usageIn(src, new Set(named('operation')), events)
  const recorded = used === undefined ? [] : textsOf((await readJson(used)).operations)
  const operations = new Map([...recorded.map(name => [name, String(used)] as const), ...found.operations])
  return usageIssues(manifest, { ...found, operations }, { rows })
}

async function lint(path: string, options: LintOptions, command: Command): Promise<void> {
  const { print, publisher } = contextOf(command)
  const manifest = await readJson(path)
  const { remote } = options
  const ofManifest = remote
    ? rowsOf((await (await publisher()).one('POST /manifests/check', { manifest })).issues)
    : await problemsHere(manifest)
  const issues = [...ofManifest, ...(await problemsOfUse(manifest, options))]
  await print.many(issues, ['path', 'code', 'message'])
  const { length } = issues.filter(({ severity }) => severity !== 'warning')
  if (length === 0) return
  throw new Failure('invalid_manifest', EXIT.refused, `${path} has ${length} ${length === 1 ? 'problem' : 'problems'}`)
}

export function addLint(program: Command): void {
  program
    .command('lint')
    .argument('[manifest]', 'the file', 'manifest.json')
    .summary('name every problem of a manifest')
    .description(
      'Names every problem with the JSON pointer of its place, by the rules that uploading goes by. Needs no login.',
    )
    .option('--src <folder>', 'compare it with what the source there calls and hears')
    .option(
      '--used <file>',
      'compare it with what a recorder of @clinic/sdk/testing has seen: JSON.stringify(recorder)',
    )
    .option('--remote', 'ask the service, whose rules may be newer than this plg')
    .action(async (path: string, options: LintOptions, command: Command) => lint(path, options, command))
}
