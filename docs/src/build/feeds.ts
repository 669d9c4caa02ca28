import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRODUCT } from '@clinic/contract/brand.ts'
import type { Changes } from '../changes/compare.ts'
import type { Release } from '../changes/released.ts'

interface Item {
  readonly id: string
  readonly title: string
  readonly text: string
  /** Of what is released. */
  readonly date?: string
}

/** The API puts its address in: feeds are read far from where they lie. */
const ORIGIN = '{{origin}}'
const PAGE = `${ORIGIN}/docs/changelog`
const TITLE = `${PRODUCT.en}: changes of the interface`

/** The last release, and before it what has been added since. What is added later is another item. */
function itemsOf({ version, date }: Release, { added }: Changes): Item[] {
  const text = added.map(one => `Added: ${one.replaceAll('`', '')}`).join('\n')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const released = { id: `${PAGE}#${version}-${date}`, title: `${version}, as of ${date}`, text: 'Released.', date }
  return added.length > 0 ? [{ id: `${PAGE}#next-${hash}`, title: `Since ${date}`, text }, released] : [released]
}

/** JSON Feed 1.1 (jsonfeed.org). */
const jsonFeed = (items: readonly Item[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    home_page_url: PAGE,
    feed_url: `${PAGE}.json`,
    items: items.map(({ id, title, text, date }) => ({
      ...{ id, url: PAGE, title, content_text: text },
      ...(date && { date_published: `${date}T00:00:00Z` }),
    })),
  })

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const element = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${text.replaceAll(/[&<>]/g, sign => SIGNS[sign] ?? sign)}</${name}>`

/** RSS 2.0. */
const rss = (items: readonly Item[]): string => {
  const told = items.map(({ id, title, text, date }) => {
    const published = date ? element('pubDate', new Date(date).toUTCString()) : ''
    const parts = [element('title', title), element('link', PAGE), element('description', text)]
    return `<item>${parts.join('')}${element('guid', id, ' isPermaLink="false"')}${published}</item>`
  })
  const head = [
    element('title', TITLE),
    element('link', PAGE),
    element('description', 'What is new, and what is deprecated.'),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>${[...head, ...told].join('')}</channel></rss>\n`
}

export async function writeFeeds(release: Release, changes: Changes, folder: string): Promise<void> {
  const items = itemsOf(release, changes)
  await writeFile(join(folder, 'changelog.json'), jsonFeed(items))
  await writeFile(join(folder, 'changelog.xml'), rss(items))
}
