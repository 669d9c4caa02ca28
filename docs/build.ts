import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfSources } from './sources.ts'

const DOCS = import.meta.dirname
const BUILT = join(DOCS, 'dist')
/** Written last, so that a build which was interrupted counts as none. */
const STAMP = join(BUILT, 'sources.sha256')
/** What Starlight reads; printed anew by each build. */
const PRINTED = join(DOCS, 'site/printed')
const CONTENT = join(DOCS, 'site/content/docs')

/** Writes the documentation that the API serves to dist/, unless what is there was built from the same sources. */
export async function buildDocs(): Promise<'built' | 'kept'> {
  const hash = await hashOfSources()
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return 'kept'
  const fresh = join(DOCS, '../node_modules/.cache', `docs-${process.pid}`)
  const { NODE_ENV } = process.env
  try {
    await write(fresh)
    await writeFile(join(fresh, 'sources.sha256'), hash)
    await rm(BUILT, { recursive: true, force: true })
    await rename(fresh, BUILT)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    // Vite sets it for good; whatever this process starts next is not in production for that.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
  return 'built'
}

async function write(folder: string): Promise<void> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1'
  // Loaded only where there is something to build.
  const [{ allPages }, { usualFacts }, { printPages }, { buildSite }, { writeTwins }, theme] = await Promise.all([
    import('./src/print/pages.ts'),
    import('./src/print/facts.ts'),
    import('./src/build/print-pages.ts'),
    import('./src/build/site.ts'),
    import('./src/build/twins.ts'),
    import('./src/build/theme.ts'),
  ])
  const pages = allPages(usualFacts())
  await printPages(pages, CONTENT)
  await mkdir(join(PRINTED, 'public'), { recursive: true })
  await writeFile(join(PRINTED, 'theme.css'), theme.THEME)
  await writeFile(join(PRINTED, 'public/favicon.svg'), theme.FAVICON)
  await buildSite(pages, folder)
  await writeTwins(pages, folder)
}

if (import.meta.main) console.log(`docs: ${await buildDocs()}`)
