import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { addressOf, readAccess } from '../access.ts'
import { apiAt } from '../api.ts'
import { contextOf, type Globals } from '../context.ts'
import { deviceLogin } from '../device-login.ts'
import { wrongUsage } from '../failure.ts'
import { tell } from '../output.ts'
import { DEFAULT_PROFILE, PROFILES_PATH, type Profile, saveProfile } from '../profiles.ts'
import { type Row, rowOf, rowsOf, textOf, textsOf } from '../records.ts'

interface LoginOptions extends Globals {
  token?: boolean
  demo?: string | true
  publisher?: string
}

const KEY = /^pbk_[\w-]+$/
const TOKEN = /^plg_(test|live)_[\w-]+$/

/** A pasted secret is tried before it is kept. */
async function pasted(url: string, publisher: string | undefined): Promise<Profile> {
  const { askSecret } = await import('../prompt.ts')
  const secret = await askSecret('Paste the token (plg_…) or key (pbk_…); it is not shown: ')
  if (TOKEN.test(secret)) {
    const installation = await apiAt(`${url}/api/v1`, secret).one('GET /installation')
    return { url, plugin: { token: secret, slug: textOf(installation, 'pluginSlug') } }
  }
  if (!KEY.test(secret)) throw wrongUsage('that is neither a token (plg_…) nor a key of a publisher (pbk_…)')
  if (!publisher) throw wrongUsage('the key of a publisher needs --publisher <id>, as its page of keys shows it')
  await apiAt(`${url}/publisher/v1/${encodeURIComponent(publisher)}`, secret).one('GET ')
  return { url, publisher: { id: publisher, key: secret } }
}

/** In the sandbox clinic of the demo the clock may be moved; of its plugins the one that was granted most is taken. */
function demoPlugin(file: Row): Profile['plugin'] {
  const clinic = rowsOf(file.clinics).find(({ sandbox }) => sandbox === true)
  const scopes = (one: Row) => textsOf(one.scopes).length
  const [installation] = rowsOf(rowOf(clinic).installations).sort((one, other) => scopes(other) - scopes(one))
  const token = textOf(installation, 'token')
  return token === undefined ? undefined : { token, slug: textOf(installation, 'pluginSlug') }
}

async function ofDemo(folder: string): Promise<Profile> {
  const path = join(folder, 'demo.json')
  const text = await readFile(path, 'utf8').catch(() => {
    throw wrongUsage(`there is no ${path}: start the demo (npm start), or say its folder: plg login --demo <DATA_DIR>`)
  })
  const file = rowOf(JSON.parse(text))
  const publisher = rowsOf(file.publishers)[0]
  const [url, id, key] = [textOf(file, 'baseUrl'), textOf(publisher, 'id'), textOf(publisher, 'apiKey')]
  if (!url) throw wrongUsage(`${path} tells no baseUrl`)
  return { url: addressOf(url), plugin: demoPlugin(file), ...(id && key && { publisher: { id, key } }) }
}

async function inBrowser(url: string): Promise<Profile> {
  const { id, key, expiresAt, rights } = await deviceLogin(url)
  tell(`It may ${rights.split(' ').join(', ')}, until ${expiresAt.slice(0, 10)}.`)
  return { url, publisher: { id, key, expiresAt } }
}

async function login(options: LoginOptions, command: Command): Promise<void> {
  const { globals, print } = contextOf(command)
  const name = globals.profile ?? DEFAULT_PROFILE
  const { demo, token, publisher } = options
  const profile = await profileFor()
  await saveProfile(name, profile, true)
  tell(`Kept as profile ${name} in ${PROFILES_PATH}`)
  print.one({
    id: name,
    url: profile.url,
    publisherId: profile.publisher?.id ?? null,
    plugin: profile.plugin?.slug ?? null,
  })

  async function profileFor(): Promise<Profile> {
    if (demo !== undefined) return ofDemo(demo === true ? process.env.DATA_DIR || 'data' : demo)
    const { url } = await readAccess(globals)
    if (!url) throw wrongUsage('say where: plg login --server https://clinic.example')
    return token ? pasted(url.value, publisher) : inBrowser(url.value)
  }
}

export function addLogin(program: Command): void {
  program
    .command('login')
    .summary('get a key as a publisher, or keep a token')
    .description(
      'Shows a code that you approve in the browser, where you are logged in as a member of the publisher, and keeps the key that it gets for it.',
    )
    .option('--token', 'paste a token of an installation, or a key, instead: hidden, or the first line of stdin')
    .option('--publisher <id>', 'the publisher that a pasted key is of')
    .option('--demo [folder]', 'take what the demo has told in <folder>/demo.json (default: DATA_DIR, or data)')
    .addHelpText('after', '\nThe profile holds the address, too: no secret is ever sent to another one.')
    .action(async (options: LoginOptions, command: Command) => login(options, command))
}
