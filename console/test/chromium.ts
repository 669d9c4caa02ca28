import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import type { LaunchOptions } from 'playwright-core'

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

/** Loopback pages alone are opened; the sandbox needs rights that root and containers do not have. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none']

/**
 * Chromium from its npm package, with the libraries that a bare machine lacks; on other machines than 64-bit Linux the
 * Chrome that is installed, or the one that CHROMIUM_PATH names.
 */
export async function chromium(): Promise<LaunchOptions> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, args: ARGS }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome', args: ARGS }
  const folder = await unpacked()
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  }
}

/** Unpacked once for each version; test files that start side by side do not meet a half of it. */
async function unpacked(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  const folder = join(CACHE, `chromium-${version}`)
  const there = () =>
    access(folder).then(
      () => true,
      () => false,
    )
  if (await there()) return folder
  await mkdir(CACHE, { recursive: true })
  const fresh = await mkdtemp(join(CACHE, 'unpacking-'))
  await inflateTo(fresh)
  await rename(fresh, folder).catch(async error => {
    await rm(fresh, { recursive: true })
    if (!(await there())) throw error
  })
  return folder
}

/** The package unpacks to the folder for temporary files, whatever that is at the moment. */
async function inflateTo(folder: string): Promise<void> {
  const { TMPDIR = '/tmp' } = process.env
  process.env.TMPDIR = folder
  const archives = ['chromium.br', 'al2023.tar.br'].map(file => inflate(join(PACKAGE, 'bin', file)))
  await Promise.all(archives).finally(() => {
    process.env.TMPDIR = TMPDIR
  })
}
