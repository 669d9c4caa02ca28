import type { Command } from 'commander'
import { type Access, urlOf } from '../access.ts'
import { pluginApi, publisherApi } from '../api.ts'
import { contextOf } from '../context.ts'
import { notLoggedIn, wrongUsage } from '../failure.ts'
import { tell } from '../output.ts'
import { readProfiles, removeProfile, useProfile } from '../profiles.ts'
import { type Row, rowOf } from '../records.ts'

async function publisherFacts(access: Access): Promise<Row> {
  const { publisher } = access
  if (!publisher) return {}
  const found = await publisherApi(access).one('GET ')
  return {
    publisher: rowOf(found.name).en,
    publisherId: found.id,
    keyFrom: publisher.source,
    keyExpiresAt: publisher.value.expiresAt ?? null,
  }
}

async function installationFacts(access: Access): Promise<Row> {
  const { token } = access
  if (!token) return {}
  const found = await pluginApi(access).one('GET /installation')
  return {
    plugin: found.pluginSlug,
    version: found.pluginVersion,
    installationId: found.id,
    mode: token.value.startsWith('plg_test_') ? 'TEST' : 'LIVE',
    status: found.status,
    tokenFrom: token.source,
    scopes: found.grantedScopes,
  }
}

async function whoami(command: Command): Promise<void> {
  const { print, access } = contextOf(command)
  const found = await access()
  const url = urlOf(found)
  if (!found.publisher && !found.token) throw notLoggedIn(`Nothing is kept for ${url}: plg login`)
  print.one({
    profile: found.profile,
    url,
    urlFrom: found.url?.source,
    ...(await publisherFacts(found)),
    ...(await installationFacts(found)),
  })
}

async function logout(command: Command): Promise<void> {
  const { globals, print } = contextOf(command)
  const name = globals.profile ?? (await readProfiles()).current
  const removed = await removeProfile(name)
  if (removed) tell('The key itself works until it ends or is revoked on the publisher’s page of keys.')
  print.one({ id: name, removed })
}

async function listProfiles(command: Command): Promise<void> {
  const { current, profiles } = await readProfiles()
  const rows = Object.entries(profiles).map(([id, { url, publisher, plugin }]) => ({
    id,
    inUse: id === current,
    url,
    publisherId: publisher?.id ?? null,
    plugin: plugin?.slug ?? null,
  }))
  await contextOf(command).print.many(rows)
}

async function use(name: string, command: Command): Promise<void> {
  const { profiles } = await readProfiles()
  const known = Object.keys(profiles).join(', ') || 'none'
  if (!Object.hasOwn(profiles, name)) throw wrongUsage(`there is no profile ${name}; there are: ${known}`)
  await useProfile(name)
  contextOf(command).print.one({ id: name, inUse: true })
}

export function addWhoami(program: Command): void {
  program
    .command('whoami')
    .summary('say as what, and from which source')
    .description(
      'Asks the service whom it takes you for, and says of the address and each secret which source has won.',
    )
    .addHelpText('after', '\nOrder: --profile <name>, then CLINIC_TOKEN and CLINIC_URL, then the profile in use.')
    .action(async (_options: object, command: Command) => whoami(command))
  program
    .command('logout')
    .summary('forget a profile')
    .description('Removes the profile, the one in use unless --profile names one, with its secrets from this machine.')
    .action(async (_options: object, command: Command) => logout(command))
  const profile = program.command('profile').description('Profiles: an address with what was given for it.')
  profile
    .command('list')
    .description('Those that are kept here.')
    .action(async (_options: object, command: Command) => listProfiles(command))
  profile
    .command('use <name>')
    .description('Makes another one the one in use.')
    .action(async (name: string, _options: object, command: Command) => use(name, command))
}
