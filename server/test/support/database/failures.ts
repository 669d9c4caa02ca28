import { type Statement, sql } from '../../../src/db/statement.ts'

// Each text is new to the connection, so that what fails at Parse really is parsed.
let texts = 0

/** A number that no statement of this process has used in its text: with it, a text is prepared anew. */
export const newText = (): number => ++texts

/** Every way in which a statement fails at the server, by the stage, over the table `note (id primary key, text)`. */
export const FAILURES: Record<string, { code: string; make: () => Statement }> = {
  Parse: { code: '42P01', make: () => sql(`select ${newText()} from no_such_table`)([]) },
  Bind: { code: '22P02', make: () => sql(`select $1::int + ${newText()}`)(['not a number']) },
  Execute: { code: '22012', make: () => sql(`select ${newText()} / $1::int`)([0]) },
  'Execute, after rows were sent': {
    code: '22012',
    make: () => sql(`select ${newText()} / (2 - n) from generate_series(1, $1) n`)([3]),
  },
  'a guard of the table': {
    code: '23505',
    make: () => sql(`insert into note values (77, ''), (77, '${newText()}')`)([]),
  },
}

/** A value that no driver can send. */
export const circular: Record<string, unknown> = {}
circular.self = circular

/** The server's code of an error, else the name of its class. */
export const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: string; name: string }
  return code ?? name
}
