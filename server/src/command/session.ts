import type { Command } from 'commander'
import { hasCluster } from '../db/embedded.ts'
import { type Env, readEnv } from '../settings/env.ts'
import { UsageError } from './arguments.ts'
import { type Operator, openOperator } from './operator.ts'
import { type Print, printer, type Row } from './output.ts'

/** What a command works with. */
interface Session extends Operator {
  print: Print
  /** For the person at the terminal, beside the result. */
  note(line: string): void
}

const note = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** The command as it was called, without what it was given: `clinic token create`. */
const actOf = (program: Command): string => [program.name(), ...program.args.slice(0, 2)].join(' ')

async function requireDatabase({ DATABASE_URL: url, DATA_DIR: folder }: Env): Promise<void> {
  if (url || (await hasCluster(folder))) return
  throw new UsageError(
    `there is no database in ${folder}; set DATA_DIR or DATABASE_URL, or make one there: npm run clinic -- init`,
  )
}

/** Opens the database for one command, and closes it however the command ends. Only `creates` makes one. */
export async function inSession(
  program: Command,
  run: (session: Session) => Promise<void>,
  { creates = false } = {},
): Promise<void> {
  const env = readEnv(process.env)
  if (!creates) await requireDatabase(env)
  const operator = await openOperator(env, actOf(program), note)
  try {
    await run({ ...operator, note, print: printer(program.opts().json === true) })
  } finally {
    await operator.close()
  }
}

/** A command that prints what it finds, whatever it is given. */
export const printing =
  <Given extends unknown[]>(
    program: Command,
    find: (operator: Operator, ...given: Given) => Promise<Row | readonly Row[]>,
  ) =>
  (...given: Given): Promise<void> =>
    inSession(program, async session => session.print(await find(session, ...given)))
