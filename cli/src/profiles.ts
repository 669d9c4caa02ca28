import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { EXIT, Failure } from './failure.ts'
import { isRow, rowOf, textOf } from './records.ts'

/** What one login left here. A secret is sent to the address that it was given by, and to no other. */
export interface Profile {
  url: string
  publisher?: { id: string; key: string; expiresAt?: string | undefined } | undefined
  plugin?: { token: string; slug?: string | undefined } | undefined
}

export interface Profiles {
  current: string
  profiles: Readonly<Record<string, Profile>>
}

const { XDG_CONFIG_HOME, APPDATA } = process.env
const HOME = XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA) || join(homedir(), '.config')
/** All that plg keeps. */
export const FOLDER = join(HOME, 'plg')
export const PROFILES_PATH = join(FOLDER, 'profiles.json')
export const DEFAULT_PROFILE = 'default'

const OTHERS = 0o077

function profileOf(value: unknown): Profile[] {
  const url = textOf(value, 'url')
  if (url === undefined) return []
  const { publisher, plugin } = rowOf(value)
  const [id, key, token] = [textOf(publisher, 'id'), textOf(publisher, 'key'), textOf(plugin, 'token')]
  return [
    {
      url,
      ...(id && key && { publisher: { id, key, expiresAt: textOf(publisher, 'expiresAt') } }),
      ...(token && { plugin: { token, slug: textOf(plugin, 'slug') } }),
    },
  ]
}

const unreadable = (why: string): Failure => new Failure('profiles_unreadable', EXIT.usage, why)

/** What is kept here; nothing where nothing is. A file that others may read is refused: its secrets may be known by now. */
export async function readProfiles(): Promise<Profiles> {
  const found = await stat(PROFILES_PATH).catch(() => undefined)
  if (!found) return { current: DEFAULT_PROFILE, profiles: {} }
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    const mend = `Others may read ${PROFILES_PATH}. Make new keys if they might have, then: chmod 600 ${PROFILES_PATH}`
    throw unreadable(mend)
  }
  try {
    const value: unknown = JSON.parse(await readFile(PROFILES_PATH, 'utf8'))
    const named = Object.entries(rowOf(rowOf(value).profiles)).flatMap(([name, one]) =>
      profileOf(one).map(profile => [name, profile] as const),
    )
    return { current: textOf(value, 'current') ?? DEFAULT_PROFILE, profiles: Object.fromEntries(named) }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !isRow(error)) throw error
    throw unreadable(`${PROFILES_PATH} is not JSON. Mend it, or remove it and log in again.`)
  }
}

/** Writes a file for its owner alone. It appears whole. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
  await chmod(path, 0o600)
}

async function writeProfiles(profiles: Profiles): Promise<void> {
  await mkdir(dirname(PROFILES_PATH), { recursive: true, mode: 0o700 })
  await writePrivately(PROFILES_PATH, `${JSON.stringify(profiles, null, 2)}\n`)
}

/** Keeps what is new of a profile beside what it holds, unless that is of another address. */
export async function saveProfile(name: string, changes: Profile, makeCurrent = false): Promise<void> {
  const { current, profiles } = await readProfiles()
  const before = profiles[name]
  const kept = before?.url === changes.url ? before : {}
  await writeProfiles({
    current: makeCurrent ? name : current,
    profiles: { ...profiles, [name]: { ...kept, ...changes } },
  })
}

export async function removeProfile(name: string): Promise<boolean> {
  const { current, profiles } = await readProfiles()
  const { [name]: removed, ...others } = profiles
  if (removed === undefined) return false
  await writeProfiles({
    current: current === name ? (Object.keys(others)[0] ?? DEFAULT_PROFILE) : current,
    profiles: others,
  })
  return true
}

export async function useProfile(name: string): Promise<void> {
  const { profiles } = await readProfiles()
  await writeProfiles({ current: name, profiles })
}
