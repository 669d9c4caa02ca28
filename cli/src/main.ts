import { CommanderError } from 'commander'
import { programOf } from './program.ts'
import { throughProxy } from './proxy.ts'
import { report } from './report.ts'

/** Who reads the output may have enough of it: `plg events list | head -1`. */
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
})

async function run(): Promise<void> {
  const program = programOf(process.argv.slice(2))
  try {
    await program.parseAsync()
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0
    const { json } = program.opts<{ json?: boolean }>()
    if (!isHelp) process.exitCode = report(error, process.stderr.isTTY === true && !json)
  }
}

if (!(await throughProxy())) await run()
