import { execFile } from 'node:child_process'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../../src/command/main.ts')

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs `npm run clinic -- …` as an operator does, in a process of its own. */
export function runCommand(args: readonly string[], settings: Record<string, string>): Promise<Ran> {
  const env = { ...process.env, NODE_ENV: 'test', ...settings }
  return new Promise(resolve => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}
