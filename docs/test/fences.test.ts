import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startApp } from '../../server/test/support/app/harness.ts'
import { HAS_PYTHON, runPython } from '../../server/test/support/app/run-python.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { issueInvoice } from '../../server/test/support/clinic/money.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { usualFacts } from '../src/print/facts.ts'
import { type Fence, fencesOf, putIn } from '../src/print/fences.ts'
import { CODE, readPages } from '../src/print/written.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const pages = readPages(usualFacts())
const fences = pages.flatMap(fencesOf)
const those = (how: string, ...languages: string[]): Fence[] =>
  fences.filter(fence => fence.how === how && languages.includes(fence.language))

/** At most so much may be only shown. */
const MOST_SHOWN = 0.1

test('of what is shown as code at most a tenth is not tried', t => {
  const shown = fences.filter(({ how }) => how === 'show')
  const all = fences.length + pages.reduce((sum, page) => sum + putIn(page), 0)
  t.diagnostic(
    `${all} blocks, ${all - shown.length} executed, compiled or parsed: ${Math.round(100 - (shown.length / all) * 100)} %`,
  )
  assert.ok(shown.length / all <= MOST_SHOWN, shown.map(({ page, code }) => `${page}: ${code}`).join('\n'))
})

test('a fence that does not say how it is tried is refused, and so is one that is shown for no reason', () => {
  for (const [head, complaint] of [
    ['', /in which language/],
    ['ts', /how it is tried/],
    ['ts tried', /how it is tried/],
    ['ts show', /why it is only shown/],
  ] as const)
    assert.throws(() => fencesOf({ path: 'x', text: `\`\`\`${head}\nx\n\`\`\`\n` }), complaint)
})

/** A project beside the checkout, where the SDK is found by its name as it is after `npm install`. */
async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await cp(CODE, folder, { recursive: true })
  return folder
}

const ENTRIES = ['webhooks', 'node', 'fastify', 'testing', 'manifest']
const source = (entry: string): string => join(ROOT, `sdk/src/${entry}.ts`)
const withSources = (code: string): string =>
  code.replaceAll(/'@clinic\/sdk(?:\/(\w+))?'/g, (_, entry = 'index') => `'${source(entry)}'`)

test('every TypeScript that is checked or run compiles, strictly', async () => {
  const folder = await project()
  const files = [...those('check', 'ts'), ...those('run', 'ts')].map(({ code }, at) => ({ name: `${at}.ts`, code }))
  assert.ok(files.length > 5)
  for (const { name, code } of files) await writeFile(join(folder, name), `${code}\nexport {}\n`)
  await writeFile(join(folder, 'untyped.d.ts'), "declare module 'express'\n")
  const paths = Object.fromEntries(ENTRIES.map(entry => [`@clinic/sdk/${entry}`, [source(entry)]]))
  const compilerOptions = {
    ...{ target: 'esnext', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'], module: 'nodenext', noEmit: true },
    ...{ strict: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ moduleDetection: 'force', resolveJsonModule: true, paths: { ...paths, '@clinic/sdk': [source('index')] } },
  }
  const configuration = { compilerOptions, files: ['untyped.d.ts', ...files.map(({ name }) => name)] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const complaints = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  const told = complaints.replaceAll(/^\S*?(\d+)\.ts/gm, (_, at: string) => `${files[Number(at)]?.code}\n${at}.ts`)
  assert.equal(told, '')
})

test('every JSON and Python that is checked can be parsed', async () => {
  for (const { page, code } of those('check', 'json')) assert.doesNotThrow(() => JSON.parse(code), page)
  const python = those('check', 'py').map(({ page, code }) => [page, code])
  if (HAS_PYTHON && python.length > 0)
    await runPython(['-c', 'import json, sys\nfor page, code in json.load(sys.stdin): compile(code, page, "exec")'], {
      input: JSON.stringify(python),
    })
})

test('every shell that is checked can be parsed', async () => {
  await Promise.all(those('check', 'sh').map(({ code }) => run('sh', ['-n', '-c', code])))
})

/** `…` stands for what is different each time. */
const pattern = (expected: string): RegExp =>
  new RegExp(`^${expected.trim().split('…').map(RegExp.escape).join('[\\s\\S]*?')}$`)

const app = await startApp()
await startDispatcher(app)

/** A plugin in a clinic of its own with something of everything, and what programs take from the environment. */
async function scene() {
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const made = { clinic, branch, doctor: await app.doctor([branch]), patient: await app.patient(branch) }
  const { id } = await issueInvoice(app, { ...made, api: app.api(token) }, 100)
  return { CLINIC_URL: app.url, CLINIC_TOKEN: token, INVOICE: id }
}

/** What the operator's own command does is run with a database of its own, in guides.test.ts. */
const isOperators = ({ code }: Fence): boolean => /^npm run clinic/m.test(code)

for (const { path } of pages) {
  const tried = fences
    .filter(({ page, how }) => page === path && (how === 'run' || how === 'output'))
    .filter(fence => !isOperators(fence))
  if (tried.length === 0) continue
  test(`what ${path} has run does so in the order of the page, and prints what the page says`, async () => {
    const [folder, env] = await Promise.all([project(), scene()])
    let printed: string | undefined
    for (const [at, { how, language, code }] of tried.entries()) {
      if (how === 'output') {
        assert.match(printed?.trim() ?? assert.fail('Nothing was run before.'), pattern(code))
        continue
      }
      const file = join(folder, `${at}.ts`)
      if (language === 'ts') await writeFile(file, withSources(code))
      else assert.equal(language, 'sh')
      const [command, args] = language === 'ts' ? [process.execPath, [file]] : ['sh', ['-ec', code]]
      const options = { cwd: folder, env: { ...process.env, ...env, NODE_NO_WARNINGS: '1' } }
      printed = (await run(command, args, options)).stdout
    }
  })
}
