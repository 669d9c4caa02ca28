import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { urlOf } from '../access.ts'
import type { Api } from '../api.ts'
import { contextOf, type Globals } from '../context.ts'
import { EXIT, Failure, wrongUsage } from '../failure.ts'
import { pair, readJson } from '../inputs.ts'
import { junitOf } from '../junit.ts'
import { formatOf, printable, tell } from '../output.ts'
import { ownPlugin, slugIn } from '../own-plugin.ts'
import { writePrivately } from '../profiles.ts'
import { type Row, rowsOf } from '../records.ts'
import { until } from '../waiting.ts'

interface ExamOptions extends Globals {
  at?: string
  setting?: Row
  replace?: boolean
  env?: string
  run?: string
  junit?: string
  report?: string
}

const EVERY_MS = 1000
/** Ten minutes until the plugin answers, two for the exam, and some for what cleans up. */
const MOST_MS = 900_000
const COLUMNS = ['probe', 'required', 'outcome', 'happened']
const EXAMS = '/plugins/:id/versions/:version/exams'

const named = (probes: readonly Row[]): string => probes.map(({ probe }) => printable(probe)).join(', ')

/** What a person wants to know of an exam: how many have passed, and of what has not what was done and what came of it. */
function tellReport(exam: Row): void {
  const probes = rowsOf(exam.probes)
  const of = (wanted: string) => probes.filter(({ outcome }) => outcome === wanted)
  for (const { probe, required, sent, expected, happened } of of('FAIL')) {
    tell(`\n${printable(probe)} has failed${required === true ? '' : ', which is only advised'}`)
    tell(`  done:     ${printable(sent)}\n  expected: ${printable(expected)}\n  happened: ${printable(happened)}`)
  }
  tell(`\n${of('PASS').length} of ${probes.length} have passed.`)
  for (const [outcome, words] of [
    ['WARN', 'Advised'],
    ['SKIPPED', 'Left out'],
  ] as const)
    if (of(outcome).length > 0) tell(`${words}: ${named(of(outcome))}`)
}

/** Starts the plugin with what it needs to know; it ends with plg. */
async function started(run: string, environment: Row): Promise<ChildProcess> {
  const { spawn } = await import('node:child_process')
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value)])),
  }
  const child = spawn(run, { shell: true, env, stdio: ['ignore', 2, 2] })
  process.once('exit', () => child.kill())
  return child
}

/** Says each probe as it ends, and answers the exam once it is over. */
function over(api: Api, which: Row): Promise<Row> {
  let told = 0
  return until(
    async () => {
      const exam = await api.one(`GET ${EXAMS}/:examId`, which)
      const probes = rowsOf(exam.probes)
      for (const { probe, outcome } of probes.slice(told)) tell(`${outcome} ${probe}`)
      told = probes.length
      return exam.state === 'WAITING' || exam.state === 'RUNNING' ? undefined : exam
    },
    EVERY_MS,
    MOST_MS,
    'The exam has not ended',
  )
}

async function exam(version: string, path: string, options: ExamOptions, command: Command): Promise<void> {
  const { globals, print, access, publisher } = contextOf(command)
  const { at, env, run, setting, replace, junit, report } = options
  if (at === undefined) throw wrongUsage('say where the plugin takes events: --at http://localhost:3000/hooks')
  if (env === undefined && run === undefined)
    throw wrongUsage(
      'the plugin needs the keys of its exam: --run <command> starts it with them, --env <file> writes them',
    )
  const url = urlOf(await access())
  const api = await publisher()
  const slug = slugIn(await readJson(path), path)
  const { id } = await ownPlugin(api, slug)
  const begun = await api.one(`POST ${EXAMS}`, { id, version, url: at, settings: setting, replace })
  const environment = { CLINIC_URL: url, CLINIC_TOKEN: begun.token, WEBHOOK_SECRET: begun.signingSecret ?? '' }
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  if (env !== undefined) await writePrivately(env, lines.join(''))
  tell(env === undefined ? `Starting ${run}` : `The keys of the exam are in ${env}: let the plugin at ${at} have them.`)
  const child = run === undefined ? undefined : await started(run, environment)
  const ended = await over(api, { id, version, examId: begun.id }).finally(() => child?.kill())
  if (junit !== undefined) await writeFile(junit, junitOf(slug, ended))
  if (report !== undefined) await writeFile(report, `${JSON.stringify(ended, null, 2)}\n`)
  if (globals.json) print.one(ended)
  else await print.many(rowsOf(ended.probes), COLUMNS)
  if (formatOf(globals) === 'table') tellReport(ended)
  if (ended.state === 'PASSED') return
  if (ended.state === 'ERROR')
    throw new Failure('exam_broke_off', EXIT.refused, 'The exam broke off: ask for it again.')
  const failed = rowsOf(ended.probes).filter(({ outcome, required }) => outcome === 'FAIL' && required === true)
  const why = named(failed) || 'it never answered'
  throw new Failure('exam_failed', EXIT.examFailed, `${slug} ${version} does not pass: ${why}`)
}

export function addExam(program: Command): void {
  program
    .command('exam')
    .argument('<version>', 'a version that was uploaded')
    .argument('[manifest]', 'the file that names the plugin', 'manifest.json')
    .summary('put a version to the exam that listing asks for')
    .description(
      'Installs the version in your sandbox for the exam alone, waits until the plugin answers a signed event there, and puts every probe to it. Exit code 5 where it does not pass.',
    )
    .option('--at <url>', 'where the plugin takes its events')
    .option('--run <command>', 'start the plugin with CLINIC_URL, CLINIC_TOKEN and WEBHOOK_SECRET, and end it after')
    .option('--env <file>', 'write these three there, for its owner alone')
    .option('--setting <key=value>', 'a setting; again for each', pair)
    .option('--replace', 'remove the test installation that stands there first')
    .option('--report <file>', 'write all of it as JSON, with the signed receipt of one that was passed')
    .option('--junit <file>', 'write the report as build servers read it')
    .action(async (version: string, path: string, options: ExamOptions, command: Command) =>
      exam(version, path, options, command),
    )
}
