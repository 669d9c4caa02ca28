import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { events } from '@clinic/contract/event-types.ts'
import { operations } from '@clinic/contract/index.ts'
import { validateManifest } from '@clinic/contract/manifest.ts'
import { validateSettingsSchema } from '@clinic/contract/settings-schema.ts'
import { scratchFolder } from '@clinic/server/db/scratch.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import { programOf } from '../../cli/src/program.ts'
import { MASTER_KEY, startApp } from '../../server/test/support/app/harness.ts'
import { runCommand } from '../../server/test/support/app/run-command.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { docsFacts, usualFacts } from '../src/print/facts.ts'
import { blocks, inline } from '../src/print/markdown.ts'
import { nameLinks } from '../src/print/places.ts'
import { commandOf } from '../src/print/samples/sample-call.ts'
import { pluginModel } from '../src/print/surfaces.ts'
import { CODE, readPages, readWritten, writtenPage } from '../src/print/written.ts'

const model = pluginModel()
const known = nameLinks(model)
const pages = readPages(usualFacts())

test('what a page is about, and every operation, event, scope and error that it names, exists', () => {
  const families = new Set(events.map(({ type }) => type.split('.')[0]))
  const verbs = [...new Set(operations.map(({ id }) => /^[a-z]+/.exec(id)?.[0]))].join('|')
  assert.ok(pages.length > 12)
  for (const { path, about, text } of pages) {
    assert.ok(
      about.every(one => known.has(one)),
      `${path} is about ${about}`,
    )
    const codes = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
    const named = codes.filter(
      code =>
        new RegExp(`^(?:${verbs})[A-Z]\\w+$`).test(code) ||
        /^[a-z]+:[a-z.]+$/.test(code) ||
        (/^[a-z]+\.[a-z_]+$/.test(code) && families.has(code.split('.')[0] ?? '')),
    )
    assert.deepEqual(
      named.filter(code => !known.has(code)),
      [],
      path,
    )
  }
})

test('no page that people read from top to bottom has more than 1 500 words', () => {
  const long = pages.filter(({ path, text }) => path !== 'changelog' && text.split(/\s+/).length > 1_500)
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  )
})

test('a page that speaks of what does not exist, or of a number that nothing says, is refused', () => {
  const [page] = pages
  assert.ok(page)
  const text = (changes: Partial<typeof page>) => writtenPage({ ...page, ...changes }, model).text
  assert.ok(text({}))
  for (const changes of [
    { about: ['listNothing'] },
    { text: '::sample listNothing' },
    { text: '::event nothing.happened' },
    { text: '::nothing' },
  ])
    assert.throws(() => text(changes), /^Error: A page/)
  assert.throws(() => readWritten('guides/x', '---\ntitle: X\n---\n{{nothing}}', {}), /^Error: A page asks for /)
})

test('the numbers of the pages are those of the platform that changes no setting', () => {
  const textOf = (settings: Record<string, string>) =>
    readPages(docsFacts(readEnv(settings)))
      .map(({ text }) => text)
      .join('\n')
  const usual = textOf({})
  const changed = textOf({ RATE_LIMIT_READ_PER_MINUTE: '777', PLUGIN_WEBHOOK_MAX_ATTEMPTS: '3' })
  assert.ok(usual.includes('| Reads | 600 | 120 | GET |') && usual.includes('| 15 | 1 day 6 hours | 2 days 11 hours |'))
  assert.ok(changed.includes('| Reads | 777 | 120 | GET |') && changed.includes('| 3 | 26 seconds | 39 seconds |'))
  assert.ok(!changed.includes('| 4 | 52 seconds |'))
  for (const { path, text, summary } of pages) {
    const words = `${summary}${text}`.replaceAll(/^```[\s\S]*?^```$/gm, '')
    assert.doesNotMatch(words, /\{\{|undefined|NaN/, path)
  }
})

test('names lead to their places and nothing else does; what looks like markup is text', () => {
  assert.equal(
    inline('As `listPatients` and lead.created, not `x` <b>', model),
    'As [`listPatients`](/docs/reference/patients#listPatients) and [`lead.created`](/docs/events#lead.created), not `x` &lt;b>',
  )
  assert.equal(inline('[here](guides/limits), `a|b`', model), '[here](/docs/guides/limits), `a|b`')
  assert.equal(blocks('```sh\nlistPatients lead.created <b>\n```', model), '```sh\nlistPatients lead.created <b>\n```')
})

const documentIn = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(CODE, file), 'utf8'))

test('the manifest and the settings schema of the guides are valid', async () => {
  assert.deepEqual(validateManifest(await documentIn('manifest.json')), [])
  assert.deepEqual(validateSettingsSchema(await documentIn('settings-schema.json')), [])
})

test('the commands of the guides take the manifest of the guides to a token that works', async () => {
  const app = await startApp()
  const folder = await scratchFolder()
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const clinic = await app.clinic()
  const settings = { DATABASE_URL: app.database.ownerUrl, DATA_DIR: folder, SECRET_KEY: MASTER_KEY.toString('base64') }
  const texts = ['installing', 'tokens'].map(name => pages.find(({ path }) => path === `guides/${name}`)?.text)
  const commands = [...texts.join('\n').matchAll(/^npm run clinic -- (.*)$/gm)].map(([, line = '']) => line)
  assert.equal(commands.length, 5)
  let installation = ''
  const tokens: string[] = []
  for (const line of commands) {
    const words = line
      .replace('manifest.json', join(CODE, 'manifest.json'))
      .replace('CLINIC', clinic.company_id)
      .replace('INSTALLATION', installation)
      // No name is looked up beyond this machine.
      .replace(/ --webhook \S+/, '')
      .split(' ')
    const { code, stdout, stderr } = await runCommand([...words, '--json'], settings)
    assert.equal(code, 0, `${line}: ${stderr}`)
    if (line.startsWith('plugin install')) installation = JSON.parse(stdout).id
    if (line.startsWith('token create')) tokens.push(JSON.parse(stdout).token)
  }
  // The manifest of the guide names the developer's addresses, and this machine is not among them.
  for (const token of tokens) {
    const { status, body } = await app.api(token).get('/installation')
    assert.deepEqual([status, body.error.code], [403, 'ip_not_allowed'])
  }
  assert.equal(tokens.length, 2)
})

const OPTION = /^--?[a-z]/
/** The words of a line of shell, of which what stands in quotes is one. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')

/** What plg would refuse of a line, without running it. */
function refusedOf(line: string): string | undefined {
  const words = wordsOf(line.replace(/\s#.*$/, ''))
  if (OPERATIONS.has(`plg ${words.slice(0, 2).join(' ')}`)) return undefined
  let command = programOf([])
  for (;;) {
    const next = command.commands.find(one => one.name() === words[0])
    if (!next) break
    command = next
    words.shift()
  }
  const { operands, unknown } = command.parseOptions(words)
  const strange = unknown.filter(word => OPTION.test(word) && !GLOBAL.has(word))
  if (strange.length > 0) return `${line}: no such option: ${strange}`
  const { registeredArguments: takes } = command
  const most = takes.at(-1)?.variadic ? Number.POSITIVE_INFINITY : takes.length
  if (command.commands.length > 0 || operands.length > most) return `${line}: no such command`
}

const OPERATIONS = new Set(model.operations.map(commandOf))
const GLOBAL = new Set(programOf([]).options.map(({ long }) => long))

test('each command of plg that a page tells to type exists, with its options', () => {
  const lines = pages.flatMap(({ text }) => [
    ...[...text.matchAll(/^```sh[\s\S]*?^```$/gm)].flatMap(([fence]) => fence.split('\n')),
    ...[...text.matchAll(/`((?:npx )?plg [^`\n…]+)`/g)].map(([, code = '']) => code),
  ])
  const typed = lines.flatMap(line => [...(/^(?:npx )?plg ([a-z].*)$/.exec(line)?.slice(1) ?? [])])
  assert.ok(typed.length > 40, String(typed.length))
  assert.deepEqual(typed.map(refusedOf).filter(Boolean), [])
  for (const wrong of ['nothing', 'listen --nothing', 'events nothing --now', 'patients nothing'])
    assert.ok(refusedOf(wrong), wrong)
})
