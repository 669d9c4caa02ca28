import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface RunningProcess {
  pid: number
  parent: number
  group: number
  args: string
}

/** Every process that runs now; one that has ended and that its parent has not waited for does not. */
export async function runningProcesses(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,ppid=,pgid=,stat=,args='])
  return stdout.split('\n').flatMap(line => {
    const [, pid, parent, group, state = '', args = ''] = /^ *(\d+) +(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? []
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group) }
    return pid === undefined || state.startsWith('Z') ? [] : [{ ...numbers, args }]
  })
}

/** A process with all that it started, and what is in a group that one of those leads. */
export async function familyOf(ancestor: number): Promise<RunningProcess[]> {
  const all = await runningProcesses()
  const family = new Set([ancestor])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { pid, parent, group } of all) if (family.has(parent) || family.has(group)) family.add(pid)
  }
  return all.filter(({ pid }) => family.has(pid))
}
