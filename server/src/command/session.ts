import type { Command } from 'commander'
import { readEnv } from '../settings/env.ts'
import { type Operator, openOperator } from './operator.ts'
import { type Print, printer } from './output.ts'

/** What a command works with. */
export interface Session extends Operator {
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
