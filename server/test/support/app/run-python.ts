import { spawn, spawnSync } from 'node:child_process'

/** Whether this machine has Python at all: what is shown in it is run where it can be. */
export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

/** Runs python3, gives it `input`, and answers what it printed; throws with what it complained of where it failed. */
export async function runPython(
  args: readonly string[],
  { input = '', env = process.env }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const child = spawn('python3', args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  child.stdin.end(input)
  const code = await new Promise(resolve => child.on('close', resolve))
  if (code !== 0) throw new Error(texts.stderr || `python3 ended with ${code}`)
  return texts.stdout
}
