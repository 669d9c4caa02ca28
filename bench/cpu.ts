import { readdir, readFile, readlink } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

interface Process {
  pid: number
  parent: number
  cpuSeconds: number
  memoryMiB: number
  /** The last argument: what the supervisor calls the process. */
  role: string
}

async function readProcess(pid: number): Promise<Process | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The command is in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Its own, and that of its children that have ended: a connection that is closed takes its share with it.
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
    const cpuSeconds = ticks / TICKS_PER_SECOND
    const [role = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean).slice(-1)
    return { pid, role, parent: Number(fields[1]), cpuSeconds, memoryMiB: (Number(fields[21]) * 4096) / 1_048_576 }
  } catch {
    return undefined
  }
}

/** The process and all its descendants (Linux). */
export async function processTree(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const all = (await Promise.all(pids.map(readProcess))).filter(one => one !== undefined)
  const found: Process[] = []
  const add = (pid: number): void => {
    for (const one of all) {
      if (one.pid === pid) found.push(one)
      if (one.parent === pid) add(one.pid)
    }
  }
  add(root)
  return [...new Map(found.map(one => [one.pid, one])).values()]
}

export const cpuSeconds = async (root: number): Promise<number> =>
  (await processTree(root)).reduce((sum, one) => sum + one.cpuSeconds, 0)

const ESTABLISHED = '01'

/** The process's own ends of its connections to that port of this machine (Linux). */
export async function portsOf(pid: number, port: number): Promise<number[]> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = new Map<string, number>(
    lines.flatMap(line => {
      const [, local = '', remote = '', state, , , , , , inode] = line.trim().split(/\s+/)
      const own = Number.parseInt(local.split(':')[1] ?? '', 16)
      return remote.endsWith(wanted) && state === ESTABLISHED ? [[`socket:[${inode}]`, own] as const] : []
    }),
  )
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map(fd => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  )
  return links.flatMap(link => sockets.get(link) ?? [])
}
