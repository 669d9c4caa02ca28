import type { Command } from 'commander'
import { readEnv } from '../settings/env.ts'
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

/** Opens the database for one command, and closes it however the command ends. */
export async function inSession(program: Command, run: (session: Session) => Promise<void>): Promise<void> {
  const operator = await openOperator(readEnv(process.env), note)
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
