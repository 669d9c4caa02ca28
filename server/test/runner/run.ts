import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../../../console/build.ts'
import { buildDocs } from '../../../docs/build.ts'
import { buildSdk } from '../../../sdk/build.ts'
import { type Scratch, withScratchServer } from '../../src/db/scratch.ts'
import { ensureTemplate } from '../support/database/template.ts'
import { runChecks } from './checks.ts'
import { filesOf, ROOT, type Selection, selectTests } from './files.ts'
import { printOutcome, printVerdict } from './print.ts'
import { runFiles } from './run-files.ts'
import { type Round, runTwice } from './run-twice.ts'
import { BINARIES, chosenVariants, VARIANTS, type Variant } from './variants.ts'
import { WAYS } from './ways.ts'

const CONCURRENCY = 3
/** How long a test may take; a file may take twice as long. */
const TIMEOUT_MS = 300_000
/** Of a run of fewer files every line is shown, else the lines of those that failed. */
const WATCHED = 20

/** Ends what is running when the terminal or the CI says so; what was started is still cleaned up. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
const { signal } = interrupted

const { TEST_DATABASE_URL: given } = process.env
process.exitCode = await main(process.argv.slice(2)).catch(report)
if (signal.aborted) process.exitCode = 130

/** Without words everything: the checks, then every variant, then what failed once more. */
async function main(args: readonly string[]): Promise<number> {
  const { variants, words } = chosenVariants(args)
  const isEverything = words.length === 0 && !variants
  const chosen = variants ?? (isEverything && !given ? VARIANTS : [VARIANTS[0]])
  const rounds = await Promise.all(chosen.map(variant => roundOf(variant, words)))
  // The documentation follows every change of the contract, and few tests ask for more than that it is there.
  const isRead = rounds.some(({ files }) => files.some(file => file.startsWith('docs/')))
  const needsDocs = isRead || !existsSync(join(ROOT, 'docs/dist'))
  const built = [buildConsole(), buildSdk(), needsDocs && buildDocs()]
  const [checks] = await Promise.all([isEverything ? runChecks(signal) : 0, ...built])
  const verdict = await runTwice(rounds, {
    concurrency: CONCURRENCY,
    again: () => words.length === 0 && !signal.aborted,
  })
  printVerdict(verdict, checks)
  return checks + verdict.failed.length > 0 ? 1 : 0
}

/** The files of a variant, or those of all that the words choose, and how they are run on a server of their own. */
async function roundOf(variant: Variant, words: readonly string[]): Promise<Round> {
  const patterns = words.some(word => !word.startsWith('-')) ? VARIANTS[0].files : variant.files
  const { files, flags } = await selectTests(words, await filesOf(patterns))
  const run: Round['run'] = (some, concurrency) =>
    onServer(variant, scratch => runOn(scratch, variant, { files: [...some], flags }, concurrency))
  return { title: variant.title, files, run }
}

function onServer<T>({ postgres, way }: Variant, use: (scratch: Server) => Promise<T>): Promise<T> {
  if (given && way) throw new Error(`--${way} needs a server that the runner starts: unset TEST_DATABASE_URL.`)
  if (given) return use({ ownerUrl: given, folder: tmpdir() })
  return withScratchServer(async scratch => {
    if (!way) return use(scratch)
    await ensureTemplate(scratch.ownerUrl)
    const { environment, stop } = await WAYS[way](scratch, BINARIES[postgres])
    return use({ ...scratch, environment }).finally(stop)
  }, BINARIES[postgres])
}

interface Server extends Pick<Scratch, 'ownerUrl' | 'folder'> {
  /** What leads to it, for the processes of tests. */
  environment?: Readonly<Record<string, string>>
}

/** Temporary files of tests go where the runner cleans up. */
async function runOn(
  { ownerUrl, folder, environment: way }: Server,
  variant: Variant,
  selection: Selection,
  concurrency: number,
) {
  const { files, flags } = selection
  const isWatched = files.length < WATCHED
  const environment = {
    TEST_DATABASE_URL: await ensureTemplate(ownerUrl),
    // Every process loads the whole product: compiled once for all of them, it loads in half the time.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    TMPDIR: folder,
    ...variant.environment,
    ...way,
  }
  console.log(`${variant.title}: ${files.length} files`)
  const running = { cwd: ROOT, environment, flags, timeoutMs: timeoutIn(flags), signal }
  return runFiles(files, concurrency, running, outcome => printOutcome(outcome, isWatched))
}

/** A run over much data says with Node's own flag how long a test may take. */
function timeoutIn(flags: readonly string[]): number {
  const given = flags.findLast(flag => flag.startsWith('--test-timeout='))
  return given ? Number(given.slice('--test-timeout='.length)) : TIMEOUT_MS
}

function report(error: unknown): number {
  console.error(error instanceof Error ? error.message : error)
  return 1
}
