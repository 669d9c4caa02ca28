import { execFile } from 'node:child_process'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../../../src')

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs `npm run clinic -- …` as an operator does, in a process of its own. */
export const runCommand = (args: readonly string[], settings: Record<string, string>): Promise<Ran> =>
  runProgram('command/main.ts', args, settings)

/** Runs `npm run backup -- …` and the like. */
export const runBackup = (args: readonly string[], settings: Record<string, string>): Promise<Ran> =>
  runProgram('backup/main.ts', args, settings)

function runProgram(file: string, args: readonly string[], settings: Record<string, string>): Promise<Ran> {
  const env = { ...process.env, NODE_ENV: 'test', ...settings }
  return new Promise(resolve => {
    execFile(process.execPath, [join(SOURCES, file), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}
