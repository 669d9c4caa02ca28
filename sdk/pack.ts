import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SDK = import.meta.dirname

/** Runs a program in a folder, and says what it printed where it fails. */
export async function ran(cwd: string, command: string, words: readonly string[], env = {}): Promise<string> {
  const done = await run(command, words, { cwd, env: { ...process.env, ...env } }).catch(error => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
  })
  return done.stdout
}

/** The program npm of the machine, without a registry. */
export const npm = (cwd: string, ...words: string[]) =>
  ran(cwd, 'npm', [...words, '--offline', '--no-audit', '--no-fund'])

/** The tarball that `npm pack` makes, in a folder of its own: what is packed at the same time elsewhere does not meet it. */
export async function tarball(stage: string): Promise<string> {
  await ran(SDK, process.execPath, ['build.ts', join(stage, 'dist')])
  for (const name of ['package.json', 'README.md']) await cp(join(SDK, name), join(stage, name))
  const printed = await npm(stage, 'pack', '--silent', '--ignore-scripts')
  return join(stage, printed.trim().split('\n').at(-1) ?? '')
}
