import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerIn, begin, connectingBrowser } from '../server/test/support/oauth/connecting-browser.ts'
import { CLIENT, startWorld } from './world.ts'

const COMMAND = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
const AUTHORIZE = /https?:\/\/\S+\/oauth\/authorize\?\S+/

export interface Subject {
  issuer: string
  /** What tokens are for. */
  resource: string
  /** A client that is known there and answered at `http://127.0.0.1:<any>/callback`. */
  clientId: string
  /** A user who may connect an assistant to one clinic. */
  login: { email: string; password: string }
}

export interface Verdict {
  passed: string[]
  failed: string[]
  output: string
}

/** The official authorization suite against an authorization server that runs, with a person who allows what it asks. */
export async function checkAuthorization(subject: Subject, port: number): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const { issuer, resource, clientId } = subject
  const asked = ['--url', issuer, '--client-id', clientId, '--resource', resource, '--port', String(port), '-o', folder]
  const child = spawn(process.execPath, [COMMAND, 'authorization', ...asked], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let isAllowing = false
  const read = (chunk: Buffer) => {
    output += chunk
    const [url] = AUTHORIZE.exec(output) ?? []
    if (url === undefined || isAllowing) return
    isAllowing = true
    allow(subject, url).catch(error => {
      output += `\n${error}`
      child.kill()
    })
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  await new Promise(resolve => child.once('close', resolve))
  const verdict = await verdictIn(folder)
  await rm(folder, { recursive: true })
  return { ...verdict, output }
}

/** What the person does: logs in, looks at the page, allows, and lets the browser go where it is sent. */
async function allow({ issuer, login }: Subject, url: string): Promise<void> {
  const browser = connectingBrowser({ url: issuer }, issuer)
  await browser.logIn(login)
  const { page } = await begin(browser, url)
  await fetch(answerIn(await browser.submit(page.form, { decision: 'allow' })))
}

interface Check {
  id: string
  status: string
}

/** Every scenario leaves its checks in a folder of its own. */
async function verdictIn(folder: string): Promise<Pick<Verdict, 'passed' | 'failed'>> {
  const [passed, failed]: [string[], string[]] = [[], []]
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith('checks.json')) continue
    const checks: Check[] = JSON.parse(await readFile(join(folder, path), 'utf8'))
    for (const { id, status } of checks) (['SUCCESS', 'INFO', 'SKIPPED'].includes(status) ? passed : failed).push(id)
  }
  return { passed, failed }
}

/** `npm run conformance -- authorization`: against the product as it is shipped, with its demo. */
export async function run(): Promise<boolean> {
  const world = await startWorld()
  try {
    const { passed, failed, output } = await checkAuthorization({ ...world, clientId: CLIENT.id }, world.port + 2)
    console.log(output)
    console.log(`authorization: ${passed.length} of ${passed.length + failed.length} checks passed`)
    return failed.length === 0 && passed.length > 0
  } finally {
    await world.close()
  }
}
