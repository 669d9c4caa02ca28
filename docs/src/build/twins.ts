import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PRODUCT } from '@clinic/contract/brand.ts'
import type { Page } from '../print/reference.ts'

/** A page as programs read it: Markdown without what only Starlight knows. */
export const twinOf = ({ title, summary, text }: Page): string =>
  `# ${title}\n\n${summary}\n\n${text}`
    .replaceAll(/^<\/?code-tabs>\n\n?/gm, '')
    .replaceAll(/^(#+ .*?) \{#[^}]+\}$/gm, '$1')
    .replaceAll(/^(```\w*) .*$/gm, '$1')
    .trimEnd()
    .concat('\n')

/** `index` is the first page, /docs. */
const addressOf = ({ path }: Page): string => `/docs/${path}.md`

const entry = (page: Page): string => `- [${page.title}](${addressOf(page)}): ${page.summary.split('\n')[0]}`

const isOther = ({ path }: Page): boolean => /^(?:staff|publisher|platform)(?:\/|$)/.test(path)
const isEnglish = ({ path }: Page): boolean => !path.startsWith('ar/')
const isPrinted = ({ path }: Page): boolean => /^(?:reference|events|errors|scopes|settings|metrics)(?:\/|$)/.test(path)

/** What there is, for programs that read before they ask (llmstxt.org). */
function indexOf(pages: readonly Page[]): string {
  const english = pages.filter(isEnglish)
  const groups = [
    ['Guides', english.filter(page => !isOther(page) && !isPrinted(page))],
    ['Reference', english.filter(isPrinted)],
    ['Optional', english.filter(isOther)],
  ] as const
  const sections = groups.map(([title, some]) => `## ${title}\n\n${some.map(entry).join('\n')}`)
  const about = `> Documentation of ${PRODUCT.en} for those who write plugins. Every page is also there as Markdown, at its address with \`.md\`, and all of it in [one file](/docs/llms-full.txt). The interface for programs: [OpenAPI 3.1](/api/v1/openapi.json).`
  return `# ${PRODUCT.en}\n\n${about}\n\n${sections.join('\n\n')}\n`
}

/** Writes beside the pages what programs read in their place. */
export async function writeTwins(pages: readonly Page[], folder: string): Promise<void> {
  for (const page of pages) {
    const file = join(folder, `${page.path}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, twinOf(page))
  }
  const plugins = pages.filter(page => isEnglish(page) && !isOther(page))
  await writeFile(join(folder, 'llms.txt'), indexOf(pages))
  await writeFile(join(folder, 'llms-full.txt'), plugins.map(twinOf).join('\n---\n\n'))
}
