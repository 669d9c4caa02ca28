import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '../print/reference.ts'

const headOf = ({ title, summary }: Page): string =>
  ['---', `title: ${JSON.stringify(title)}`, `description: ${JSON.stringify(summary)}`, '---'].join('\n')

/** Writes the pages where Starlight reads them. */
export async function printPages(pages: readonly Page[], folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const page of pages) {
    const file = join(folder, `${page.path}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${headOf(page)}\n\n${page.summary}\n\n${page.text}\n`)
  }
}
