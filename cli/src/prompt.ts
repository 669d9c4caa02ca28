import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { wrongUsage } from './failure.ts'

const silent = new Writable({ write: (_chunk, _encoding, done) => done() })

/** A line that is typed without being shown, or the first that comes through a pipe. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(question)
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  lines.on('SIGINT', () => process.exit(130))
  try {
    for await (const line of lines) {
      if (stdin.isTTY) stderr.write('\n')
      if (line.trim() !== '') return line.trim()
    }
  } finally {
    lines.close()
  }
  throw wrongUsage('nothing was pasted')
}
