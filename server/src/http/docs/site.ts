import type { OpenApiDocument } from '@clinic/contract/openapi.ts'
import { CHANGELOG, type Guide, guidePage, pathOfGuide } from './guides.ts'
import { type Groups, pageHtml } from './layout.ts'
import { modelOf } from './model.ts'
import { referencePages } from './reference-pages.ts'
import { searchEntries } from './search-entries.ts'

/** The pages about one surface. */
export interface Site {
  /** The HTML of a page by its place below the others, `guides/webhooks`; undefined where there is none. */
  page(path: string): string | undefined
  /** Where the pages are. */
  paths: readonly string[]
  /** What the search looks through, as JSON. */
  search(): string
}

/** Makes the pages that tell of a description, with what people wrote besides; `base` is where they lie. */
export function siteOf(document: OpenApiDocument, base: string, guides: readonly Guide[]): Site {
  // As its readers get it: what is undefined is not there.
  const model = modelOf(JSON.parse(JSON.stringify(document)), base)
  const signposts = guides.map(({ name, title, summary }) => ({ path: pathOfGuide(name), title, summary }))
  const { introduction, shared, families } = referencePages(model, signposts)
  const written = guides.map(guide => guidePage(guide, model))
  const changelog = written.filter(({ path }) => path === CHANGELOG)
  const groups: Groups = [
    { title: 'Start', pages: [introduction, ...changelog] },
    { title: 'Guides', pages: written.filter(page => !changelog.includes(page)) },
    { title: 'Reference', pages: shared },
    { title: 'Operations', pages: families },
  ].filter(({ pages }) => pages.length > 0)
  const pages = new Map(groups.flatMap(group => group.pages).map(page => [page.path, page]))
  return {
    page(path) {
      const page = pages.get(path)
      return page && pageHtml(page, groups, model)
    },
    paths: [...pages.keys()],
    search: () => JSON.stringify(searchEntries(model, guides)),
  }
}
