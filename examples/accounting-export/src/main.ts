import { createClient } from '@clinic/sdk'
import { command } from './commands.ts'
import type { Export } from './copy.ts'
import { openDatabase } from './database.ts'

const { DATA = 'accounting-export.sqlite' } = process.env

const state: Export = {
  clinic: createClient({ userAgent: 'accounting-export/0.1' }),
  database: openDatabase(DATA),
  log: message => console.log(message),
  isOver: false,
}

process.exitCode = await command(state, process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  return 1
})
