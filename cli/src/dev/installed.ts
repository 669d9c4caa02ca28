import { isDeepStrictEqual } from 'node:util'
import { NotFound, Unauthenticated } from '@clinic/sdk/errors.ts'
import { isLoopback, readAccess, urlOf } from '../access.ts'
import { type Api, apiAt, publisherApi } from '../api.ts'
import type { Globals } from '../context.ts'
import { setInEnvFile } from '../env-file.ts'
import { EXIT, Failure, notLoggedIn, wrongUsage } from '../failure.ts'
import { type ListenState, listenState } from '../listen-state.ts'
import { tell } from '../output.ts'
import { ownPlugin, uploaded } from '../own-plugin.ts'
import { saveProfile } from '../profiles.ts'
import { type Row, textOf, textsOf } from '../records.ts'
import type { Project } from './project.ts'

/** The plugin as it stands in a sandbox clinic. */
export interface Installed {
  readonly id: string
  readonly url: string
  readonly token: string
  readonly api: Api
  /** With what it is passed events on. */
  readonly state: ListenState
  /** Of the publisher, where this machine has its key: what the plugin calls is read with it. */
  readonly publisher: Api | undefined
}

/** What the plugin is told of it, as `.env` keeps it. */
export const environmentOf = ({ url, token, state: { secret } }: Pick<Installed, 'url' | 'token' | 'state'>) => ({
  CLINIC_URL: url,
  CLINIC_TOKEN: token,
  WEBHOOK_SECRET: secret,
})

interface Found {
  url: string
  token: string | undefined
  publisher: Api | undefined
  profile: string
}

/** The address and the keys: the environment, then `.env`, then the profile, of which the token is taken for its own plugin. */
async function findAccess(project: Project, globals: Globals): Promise<Found> {
  const { CLINIC_URL, CLINIC_TOKEN } = project.env
  process.env.CLINIC_URL ||= CLINIC_URL ?? ''
  process.env.CLINIC_TOKEN ||= CLINIC_TOKEN ?? ''
  const access = await readAccess(globals)
  if (!access.url)
    throw notLoggedIn(
      'Nothing says where the service is: plg login --demo for the demo on this machine, else plg login --server https://…',
    )
  const own = access.token?.source === 'CLINIC_TOKEN' || access.kept?.plugin?.slug === project.slug
  return {
    url: urlOf(access),
    token: own ? access.token?.value : undefined,
    publisher: access.publisher ? publisherApi(access) : undefined,
    profile: access.profile,
  }
}

/** The installation of the token; undefined where the token is not good any more. */
async function standing(api: Api, canMend: boolean): Promise<Row | undefined> {
  try {
    const installation = await api.one('GET /installation')
    return installation.status === 'ACTIVE' || !canMend ? installation : undefined
  } catch (error) {
    if (error instanceof Unauthenticated && canMend) return undefined
    throw error
  }
}

const sameNames = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(textsOf(one).toSorted(), textsOf(other).toSorted())

/** Whether what is installed is what the manifest says. */
async function isCurrent({ manifest, slug }: Project, installation: Row, publisher: Api | undefined) {
  if (publisher) {
    const { id } = await ownPlugin(publisher, slug)
    const version = await publisher.one('GET /plugins/:id/versions/:version', {
      id,
      version: installation.pluginVersion,
    })
    return isDeepStrictEqual(version.manifest, manifest)
  }
  const optional = textsOf(manifest.optionalScopes)
  const granted = textsOf(installation.grantedScopes).filter(scope => !optional.includes(scope))
  return sameNames(granted, manifest.requestedScopes) && sameNames(installation.grantedEvents, manifest.requestedEvents)
}

const DEV = /^\d+\.\d+\.\d+-dev\.\d+$/

/** A number above that of what is published, and below that of what will be. */
function nextNumber({ publishedVersion }: Row): string {
  const [major = 0, minor = 1, patch = -1] = (typeof publishedVersion === 'string' ? publishedVersion : '')
    .split(/[.-]/)
    .flatMap(part => (/^\d+$/.test(part) ? Number(part) : []))
  return `${major}.${minor}.${patch + 1}-dev.${Math.floor(Date.now() / 1000)}`
}

/** The newest version where its manifest is this one, else one that is uploaded for it. */
async function versionFor(publisher: Api, plugin: Row, manifest: Row): Promise<string> {
  const newest = textOf(plugin, 'newestVersion')
  if (newest !== undefined) {
    const before = await publisher.one('GET /plugins/:id/versions/:version', { id: plugin.id, version: newest })
    if (isDeepStrictEqual(before.manifest, manifest) && (DEV.test(newest) || before.state !== 'WITHDRAWN'))
      return newest
  }
  const version = nextNumber(plugin)
  await uploaded(publisher, plugin.id, version, manifest, 'Uploaded by plg dev.')
  return version
}

/** A slug is taken for ever: on the demo of this machine that is no matter. */
async function pluginOf(publisher: Api, { slug }: Project, create: boolean): Promise<Row> {
  const known = (await publisher.all('GET /plugins')).find(plugin => plugin.slug === slug)
  if (known) return known
  if (!create)
    throw new Failure(
      'no_such_plugin',
      EXIT.refused,
      `The publisher has no plugin ${slug}. A slug is taken for ever: plg dev --create takes it.`,
    )
  tell(`The slug ${slug} is taken for your publisher.`)
  return ownPlugin(publisher, slug, true)
}

async function installAnew(project: Project, found: Found, create: boolean): Promise<Installed> {
  const { url, publisher, profile } = found
  if (!publisher)
    throw notLoggedIn(
      `${project.slug} is not installed for this folder. Log in as its publisher: plg login --demo for the demo on this machine, else plg login --server ${url}. Or write CLINIC_TOKEN into ${project.envPath}.`,
    )
  const plugin = await pluginOf(publisher, project, create || isLoopback(new URL(url)))
  const version = await versionFor(publisher, plugin, project.manifest)
  const made = await publisher.one('POST /plugins/:id/test-installations', { id: plugin.id, version, replace: true })
  const [id, token] = [textOf(made.installation, 'id'), textOf(made, 'token')]
  if (!id || !token) throw new Failure('unexpected_answer', EXIT.network, 'The answer holds no installation.')
  const installed = { id, url, token, api: apiAt(`${url}/api/v1`, token), publisher, state: await listenState(id) }
  await setInEnvFile(project.envPath, environmentOf(installed))
  await saveProfile(profile, { url, plugin: { token, slug: project.slug } })
  tell(`${project.slug} ${version} is installed in your sandbox clinic; its token is in ${project.envPath}.`)
  return installed
}

/** The plugin in the sandbox clinic as its manifest says; it is installed, or installed anew, where it is not. */
export async function ensureInstalled(project: Project, globals: Globals, create: boolean): Promise<Installed> {
  const found = await findAccess(project, globals)
  const { url, token, publisher, profile } = found
  if (token === undefined) return installAnew(project, found, create)
  if (token.startsWith('plg_live_'))
    throw wrongUsage('the token is of a clinic with real patients: plg dev works with a sandbox clinic alone')
  const api = apiAt(`${url}/api/v1`, token)
  const installation = await standing(api, publisher !== undefined)
  if (!installation) {
    tell('The token is not good any more.')
    return installAnew(project, found, create)
  }
  if (installation.pluginSlug !== project.slug)
    throw wrongUsage(
      `the token is of ${installation.pluginSlug}, the manifest of ${project.slug}: remove CLINIC_TOKEN from ${project.envPath} or the environment`,
    )
  const known = await isCurrent(project, installation, publisher).catch(error => {
    if (error instanceof NotFound || (error instanceof Failure && error.code === 'no_such_plugin')) return undefined
    throw error
  })
  if (known === false && publisher) return installAnew(project, found, create)
  if (known === false)
    tell('The manifest asks for other than what is installed: log in as its publisher to install it anew.')
  await saveProfile(profile, { url, plugin: { token, slug: project.slug } })
  const [id, seesCalls] = [String(installation.id), known !== undefined]
  return { id, url, token, api, publisher: seesCalls ? publisher : undefined, state: await listenState(id) }
}
