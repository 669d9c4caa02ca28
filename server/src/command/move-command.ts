import { cp, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Beside } from '../cells/move/move.ts'
import type { Move } from '../cells/move/places.ts'
import { abortMove, cleanMoves, moveClinic } from '../cells/move/run-move.ts'
import { DatabaseRefusal } from '../db/refusal.ts'
import { readEnv } from '../settings/env.ts'
import { decimal, UsageError } from './arguments.ts'
import { operatorName } from './operator.ts'

interface Wishes {
  abort?: true
  clean?: true
  now?: true
  grace: number
  freeze: number
  filesFrom?: string
  filesTo?: string
  sharedFiles?: true
}

/** A clinic’s files below a DATA_DIR: those that are kept, and those that were uploaded a moment ago. */
const FOLDERS = ['kept', 'arrived']
const folderOf = (dataDir: string, state: string, companyId: string) => join(dataDir, 'files', state, companyId)

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** What a move has left behind: never where there is no folder of the kind, which may be because it is another machine’s. */
async function removeFiles(dataDir: string, companyId: string): Promise<void> {
  if (!(await isThere(join(dataDir, 'files'))))
    throw new DatabaseRefusal(
      `${dataDir} has no files: call it on the machine where files of ${companyId} were copied from.`,
    )
  for (const state of FOLDERS) await rm(folderOf(dataDir, state, companyId), { recursive: true, force: true })
}

/** Brings files that are not there yet: a file is sealed under its own name and never changed. */
async function bringFiles(from: string, to: string, companyId: string): Promise<void> {
  for (const state of FOLDERS) {
    const source = folderOf(from, state, companyId)
    if (await isThere(source))
      await cp(source, folderOf(to, state, companyId), { recursive: true, force: false, preserveTimestamps: true })
  }
}

function besideOf({ filesFrom, filesTo, sharedFiles }: Wishes): (move: Move) => Beside {
  if (sharedFiles) return () => ({ bring: async () => undefined })
  if (filesFrom === undefined || filesTo === undefined)
    throw new UsageError(
      'say where files are: --shared-files where both databases’ processes keep them in one place, else --files-from and --files-to',
    )
  return ({ companyId }) => ({ bring: () => bringFiles(filesFrom, filesTo, companyId) })
}

async function run(companyId: string | undefined, target: string | undefined, wishes: Wishes): Promise<void> {
  const { DATABASE_URL: controlUrl } = readEnv(process.env)
  if (controlUrl === '') throw new UsageError('set DATABASE_URL to the database where control is')
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  if (wishes.clean) {
    if (companyId !== undefined && !wishes.now) throw new UsageError('of one clinic before its time: --clean --now')
    if (companyId === undefined && wishes.filesFrom !== undefined)
      throw new UsageError(
        'say of which clinic they are: --clean alone deletes files from where each move has copied them',
      )
    const files = (of: string, kept: string | null) => {
      const from = wishes.filesFrom ?? kept
      return from === null ? Promise.resolve() : removeFiles(from, of)
    }
    return cleanMoves({ controlUrl, companyId, log, removeFiles: files })
  }
  if (companyId === undefined) throw new UsageError('name a clinic')
  if (wishes.abort) return abortMove({ controlUrl, companyId, log })
  if (target === undefined) throw new UsageError('name the cell that it goes to, or control')
  const { grace: graceHours, freeze } = wishes
  await moveClinic({
    controlUrl,
    companyId,
    by: operatorName(),
    target,
    graceHours,
    freezeMs: freeze * 1_000,
    beside: besideOf(wishes),
    filesFrom: wishes.sharedFiles || wishes.filesFrom === undefined ? null : resolve(wishes.filesFrom),
    log,
  })
}

export function addMoveCommand(program: Command): void {
  program
    .command('move [clinic] [cell]')
    .description('move a clinic, while it is used, to another cell or to control; ended and called again it goes on')
    .option('--grace <hours>', 'for how long the source keeps what it had', decimal, 24)
    .option('--freeze <seconds>', 'for how long writes may be answered 503 at the most', decimal, 5)
    .option('--files-from <folder>', 'DATA_DIR of the processes of the source, if files lie there; kept for --clean')
    .option('--files-to <folder>', 'DATA_DIR of the processes of the target')
    .option('--shared-files', 'files lie in one place for both, such as one bucket')
    .option('--abort', 'give a move up that has not switched')
    .option('--clean', 'delete what clinics left behind whose grace is over')
    .option('--now', 'with --clean and a clinic: before its grace is over')
    .action(run)
}
