import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PROGRAM = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const REVISIONS = ['2026-07-28', '2025-11-25']

/**
 * Runs what each revision requires of a server, and shows what the suite said. A baseline `<name>-<revision>.yml` says what
 * does not apply, and why.
 */
export async function judgeAll(url: string, name: string, show: (output: string) => void): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const codes: (number | null)[] = []
    for (const revision of REVISIONS) codes.push(await judge(url, { name, revision, folder }, show))
    return codes.every(code => code === 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An entry of the baseline that has come to pass fails as well. */
async function judge(
  url: string,
  of: { name: string; revision: string; folder: string },
  show: (output: string) => void,
): Promise<number | null> {
  const baseline = join(ROOT, `conformance/${of.name}-${of.revision}.yml`)
  const args = ['server', '--url', url, '--requirements', of.revision, '--expected-failures', baseline, '-o', of.folder]
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: of.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => show(String(chunk)))
  const [code] = await once(child, 'close')
  return code
}
