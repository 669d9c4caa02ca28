import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../server/test/support/at-end.ts'
import { endGroup, endProcess } from '../../server/test/support/child-process.ts'
import { buildCli } from '../build.ts'
import { isRow, type Row } from '../src/records.ts'

/** The bundle as it is published, built once for all files of tests that share a process. */
export const BUILT = await mkdtemp(join(tmpdir(), 'plg-built-'))
process.once('exit', () => rmSync(BUILT, { recursive: true, force: true }))
await buildCli(BUILT)
export const PLG = join(BUILT, 'plg.js')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  /** What it printed, a record a line. */
  rows: Row[]
  /** What it refused with. */
  error: Row
}

export interface Running {
  ended: Promise<Ran>
  /** What it has said of that, once it has; rejects where it ends before. */
  says(pattern: RegExp): Promise<string>
  /** What it has printed so far, a record a line. */
  printed(): Row[]
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** A developer's machine: a home of its own, and plg there. */
export interface Machine {
  home: string
  /** Where plg keeps its profiles. */
  profiles: string
  start(args: readonly string[], given?: Given): Running
  plg(args: readonly string[], given?: Given): Promise<Ran>
  /** Types lines into a terminal, of which no line follows one that failed. A signal reaches all that it runs. */
  type(lines: readonly string[], given?: Given): Running
}

interface Given {
  env?: Record<string, string>
  input?: string
  /** Where it is called; at home unless told. */
  cwd?: string
}

const recordsIn = (lines: string): Row[] =>
  lines.split('\n').flatMap(line => {
    if (!line.startsWith('{')) return []
    const value: unknown = JSON.parse(line)
    return isRow(value) ? [value] : []
  })

function errorIn(stderr: string): Row {
  const last = recordsIn(stderr).at(-1)
  return isRow(last?.error) ? last.error : {}
}

export async function machine(url = '', programIn: (home: string) => string | Promise<string> = () => PLG) {
  const home = await mkdtemp(join(tmpdir(), 'plg-home-'))
  atEnd(() => rm(home, { recursive: true, force: true }))
  const base = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: home, ...(url !== '' && { CLINIC_URL: url }) }

  const program = await programIn(home)
  function run(command: string, words: readonly string[], given: Given = {}, isTerminal = false): Running {
    const { env = {}, input = '', cwd = home } = given
    const child = spawn(command, words, { cwd, env: { ...base, ...env }, detached: isTerminal })
    const end = (signal?: NodeJS.Signals) => (isTerminal ? endGroup : endProcess)(child, signal)
    // Told and not killed, so that what it runs itself ends too.
    atEnd(() => end())
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', chunk => {
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', chunk => {
      stderr += chunk
    })
    const says = (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const [whole, group] = pattern.exec(stderr) ?? []
          if (whole !== undefined) resolve(group ?? whole)
        }
        look()
        child.stderr.on('data', look)
        child.once('close', () => reject(new Error(`It ended before it said ${pattern}: ${stderr}`)))
      })
    // A command may end without having read its input.
    child.stdin.on('error', () => undefined).end(input)
    const ended = new Promise<Ran>(resolve =>
      child.once('close', code => {
        const isLines = !stdout.startsWith('{\n') && !stdout.startsWith('[')
        resolve({ code, stdout, stderr, rows: isLines ? recordsIn(stdout) : [], error: errorIn(stderr) })
      }),
    )
    const whole = (lines: string) => lines.slice(0, lines.lastIndexOf('\n') + 1)
    const printed = () => recordsIn(whole(stdout))
    return { ended, says, printed, end }
  }
  const start: Machine['start'] = (args, given) => run(process.execPath, [program, ...args], given)
  const plg: Machine['plg'] = (args, given) => start(args, given).ended
  const type: Machine['type'] = (lines, given) => run('bash', ['--norc', '-ec', lines.join('\n')], given, true)
  return { home, profiles: join(home, 'plg', 'profiles.json'), start, plg, type } satisfies Machine
}
