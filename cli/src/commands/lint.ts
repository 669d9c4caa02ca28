import type { Command } from 'commander'
import { contextOf, type Globals } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { readJson } from '../inputs.ts'
import { type Row, rowsOf } from '../records.ts'

interface LintOptions extends Globals {
  remote?: boolean
}

/** The rules are loaded here alone: they weigh more than all else of plg together. */
async function problemsHere(manifest: Row): Promise<Row[]> {
  const { validateManifest } = await import('@clinic/contract/manifest.ts')
  return validateManifest(manifest).map(issue => ({ ...issue }))
}

async function lint(path: string, { remote }: LintOptions, command: Command): Promise<void> {
  const { print, publisher } = contextOf(command)
  const manifest = await readJson(path)
  const issues = remote
    ? rowsOf((await (await publisher()).one('POST /manifests/check', { manifest })).issues)
    : await problemsHere(manifest)
  await print.many(issues, ['path', 'code', 'message'])
  if (issues.length === 0) return
  throw new Failure(
    'invalid_manifest',
    EXIT.refused,
    `${path} has ${issues.length} ${issues.length === 1 ? 'problem' : 'problems'}`,
  )
}

export function addLint(program: Command): void {
  program
    .command('lint')
    .argument('[manifest]', 'the file', 'manifest.json')
    .summary('name every problem of a manifest')
    .description(
      'Names every problem with the JSON pointer of its place, by the rules that uploading goes by. Needs no login.',
    )
    .option('--remote', 'ask the service, whose rules may be newer than this plg')
    .action(async (path: string, options: LintOptions, command: Command) => lint(path, options, command))
}
