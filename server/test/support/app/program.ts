import { type ChildProcess, spawn } from 'node:child_process'
import { atEnd } from '../at-end.ts'
import { endProcess } from '../child-process.ts'
import { eventually } from '../eventually.ts'

/** A program that a test runs beside it, and what it has printed. */
export interface Program {
  lines(): string[]
  /** Waits until it has printed the line. */
  prints(line: string): Promise<void>
}

/** Starts a program; it ends with the test. */
export function startProgram(command: string, args: readonly string[], env: Record<string, string>): Program {
  const child: ChildProcess = spawn(command, args, { env: { ...process.env, ...env } })
  atEnd(() => endProcess(child, 'SIGKILL'))
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const lines = () => printed.split('\n').filter(Boolean)
  return { lines, prints: line => eventually(async () => lines().includes(line), true) }
}
