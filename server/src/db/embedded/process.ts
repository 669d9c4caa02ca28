import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** True while a process with that id exists, also one of another account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * True when that process is the server that we started on the cluster: ids are given out again, perhaps to another
 * PostgreSQL, and a killed process whose parent has not waited for it has an id but no command line.
 */
export const isServerOf = (cluster: string, pid: number): boolean =>
  commandLine(pid).replaceAll('\0', ' ').includes(`/postgres -D ${cluster} `)

/** The process that started a server, as it wrote it on the command line. */
export const launcherOf = (pid: number): number => Number(/cluster_name=clinic-(\d+)/.exec(commandLine(pid))?.[1])

/** What a server is told about who started it. */
export const launchedBy = (pid: number): Readonly<Record<string, string>> => ({ cluster_name: `clinic-${pid}` })

function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-ww', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}
