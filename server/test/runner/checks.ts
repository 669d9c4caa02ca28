import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from './files.ts'

const CHECKS = [
  ['types', 'tsc', '--noEmit'],
  ['types of the console', 'tsc', '--noEmit', '-p', 'console'],
  ['lint', 'biome', 'check', '.'],
] as const

/** What is checked without running anything. Resolves with the number of checks that failed. */
export async function runChecks(signal: AbortSignal): Promise<number> {
  const passed = await Promise.all(CHECKS.map(([title, program, ...args]) => check(signal, title, program, args)))
  return passed.filter(one => !one).length
}

async function check(signal: AbortSignal, title: string, program: string, args: readonly string[]): Promise<boolean> {
  const start = performance.now()
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, { cwd: ROOT, stdio: 'inherit' })
  const end = () => child.kill()
  signal.addEventListener('abort', end)
  const [code]: (number | null)[] = await once(child, 'close')
  signal.removeEventListener('abort', end)
  console.log(`${title}: ${code === 0 ? 'ok' : 'FAILED'} (${Math.round(performance.now() - start)} ms)`)
  return code === 0
}
