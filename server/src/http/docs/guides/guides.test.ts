import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { events } from '@clinic/contract/event-types.ts'
import { operations } from '@clinic/contract/index.ts'
import { validateManifest } from '@clinic/contract/manifest.ts'
import { pluginDocument } from '@clinic/contract/openapi/plugin-surface.ts'
import { openapi } from '@clinic/contract/openapi.ts'
import { validateSettingsSchema } from '@clinic/contract/settings-schema.ts'
import { MASTER_KEY, startApp } from '../../../../test/support/app/harness.ts'
import { runCommand } from '../../../../test/support/app/run-command.ts'
import { atEnd } from '../../../../test/support/at-end.ts'
import { docsFacts } from '../../../app/docs-facts.ts'
import { scratchFolder } from '../../../db/scratch.ts'
import { readEnv } from '../../../settings/env.ts'
import { readGuides } from '../guides.ts'
import { modelOf } from '../model.ts'
import { nameLinks } from '../places.ts'
import { siteOf } from '../site.ts'

const CODE = join(import.meta.dirname, 'code')
const document = openapi({
  ...{ surface: pluginDocument, serverUrl: 'https://clinic.example.com', version: '2026-07', operations, events },
})
const guides = readGuides(docsFacts(readEnv({})))
const model = modelOf(JSON.parse(JSON.stringify(document)), '/docs')
const known = nameLinks(model)

test('every guide is in the order of the side bar', async () => {
  const files = (await readdir(import.meta.dirname)).filter(file => file.endsWith('.md'))
  assert.deepEqual(guides.map(({ name }) => `${name}.md`).toSorted(), files.toSorted())
})

test('what a guide is about, and every operation, event, scope and error that it names, exists', () => {
  const families = new Set(events.map(({ type }) => type.split('.')[0]))
  const verbs = [...new Set(operations.map(({ id }) => /^[a-z]+/.exec(id)?.[0]))].join('|')
  for (const { name, about, text } of guides) {
    assert.ok(about.length > 0 && about.every(one => known.has(one)), `${name} is about ${about}`)
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
      name,
    )
  }
})

test('a guide that speaks of what does not exist, or of a number that nothing says, is refused', () => {
  const [guide] = guides
  assert.ok(guide)
  const html = (changes: Partial<typeof guide>) =>
    siteOf(document, '/docs', [{ ...guide, ...changes }]).page(`guides/${guide.name}`)
  assert.ok(html({}))
  for (const changes of [
    { about: ['listNothing'] },
    { text: '::sample listNothing' },
    { text: '::event nothing.happened' },
    { text: '::nothing' },
  ])
    assert.throws(() => html(changes), /^Error: A guide/)
  assert.throws(() => readGuides({}), /^Error: A guide asks for /)
})

test('the numbers of the guides are those of the platform as it runs', () => {
  const textOf = (settings: Record<string, string>) =>
    readGuides(docsFacts(readEnv(settings)))
      .map(({ text }) => text)
      .join('\n')
  const usual = textOf({})
  const changed = textOf({ RATE_LIMIT_READ_PER_MINUTE: '777', PLUGIN_WEBHOOK_MAX_ATTEMPTS: '3' })
  assert.ok(usual.includes('| Reads | 600 | 120 | GET |') && usual.includes('| 15 | 1 day 6 hours | 2 days 11 hours |'))
  assert.ok(changed.includes('| Reads | 777 | 120 | GET |') && changed.includes('| 3 | 26 seconds | 39 seconds |'))
  assert.ok(!changed.includes('| 4 | 52 seconds |'))
  for (const { name, text, summary } of guides) assert.doesNotMatch(`${summary}${text}`, /\{\{|undefined|NaN/, name)
})

const documentIn = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(CODE, file), 'utf8'))

test('the manifest and the settings schema of the guides are valid', async () => {
  assert.deepEqual(validateManifest(await documentIn('manifest.json')), [])
  assert.deepEqual(validateSettingsSchema(await documentIn('settings-schema.json')), [])
})

test('a faulty manifest is told what the guide says', async () => {
  const faults = {
    optionalScopes: ['appointments:read'],
    requestedEvents: ['appointment.created', 'appointment.updated', 'appointment.*'],
    webhooks: [{ name: { en: 'Diary' }, events: ['appointment.created', 'lead.created'] }],
  }
  const issues = validateManifest({ ...Object(await documentIn('manifest.json')), ...faults })
  const told = issues.map(({ path, message }) => `${path} ${message}`).join('\n')
  assert.ok(guides.find(({ name }) => name === 'manifest')?.text.includes(`\`\`\`\n${told}\n\`\`\``), told)
})

test('the commands of the guides take the manifest of the guides to a token that works', async () => {
  const app = await startApp()
  const folder = await scratchFolder()
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const clinic = await app.clinic()
  const settings = { DATABASE_URL: app.database.ownerUrl, DATA_DIR: folder, SECRET_KEY: MASTER_KEY.toString('base64') }
  const texts = ['installing', 'tokens'].map(name => guides.find(guide => guide.name === name)?.text)
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
