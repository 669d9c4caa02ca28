import { type Child, h, type Markup } from './markup.ts'
import type { Model } from './model.ts'
import { placeOf } from './places.ts'
import type { Page, Part } from './reference-pages.ts'

/** The pages of one side bar, under their headings. */
export type Groups = readonly { readonly title: string; readonly pages: readonly Page[] }[]

const SHORT: Readonly<Record<string, string>> = { delete: 'DEL' }

function partLink({ id, title, method }: Part): Markup {
  const mark = method !== undefined && h(`span.mark.${method}`, SHORT[method] ?? method.toUpperCase())
  return h('li', h('a', { href: `#${id}` }, mark, h('span', title)))
}

function pageLink(page: Page, shown: Page, model: Model): Markup {
  const isShown = page.path === shown.path
  const attributes = { href: placeOf(model, page.path), 'aria-current': isShown && 'page' }
  const parts = isShown && page.parts.length > 0 && h('ul.parts', page.parts.map(partLink))
  return h('li', h('a', attributes, h('span', page.title)), parts)
}

const groupOf = ({ title, pages }: Groups[number], shown: Page, model: Model): Child => [
  h('h2.nav-title', title),
  h(
    'ul',
    pages.map(page => pageLink(page, shown, model)),
  ),
]

const brand = ({ title, version, base }: Model): Markup =>
  h(
    'a.brand',
    { href: base },
    h('img', { src: '/brand/icon.svg', alt: '', width: '26', height: '26' }),
    h('span', title),
    h('span.version', version),
  )

/** Hidden until the script is there that searches. */
const search = ({ base }: Model): Markup =>
  h(
    'div.search',
    { hidden: true, 'data-entries': `${base}/search.json` },
    h('input', {
      ...{ type: 'search', placeholder: 'Search', autocomplete: 'off', spellcheck: 'false' },
      ...{ 'aria-label': 'Search guides and reference', 'aria-controls': 'found' },
    }),
    h('kbd', { 'aria-hidden': 'true' }, '/'),
  )

const files = (documentAddress: string): Markup =>
  h(
    'p.files',
    h('a', { href: documentAddress }, 'openapi.json'),
    h('a', { href: '/schemas/plugin-manifest-v1.json' }, 'manifest schema'),
  )

function sidebar(shown: Page, groups: Groups, model: Model): Markup {
  const nav = h(
    'nav',
    { 'aria-label': 'Documentation' },
    groups.map(group => groupOf(group, shown, model)),
  )
  const found = h('div.found', { id: 'found', hidden: true }, h('p', { role: 'status' }), h('ul'))
  const address = `${new URL(model.server).pathname}/openapi.json`
  return h(
    'aside.sidebar',
    { id: 'sidebar', popover: 'auto' },
    h('div.sidebar-head', brand(model), search(model)),
    found,
    nav,
    files(address),
  )
}

const head = (page: Page, { title }: Model): Markup =>
  h(
    'head',
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', page.path === '' ? title : `${page.title} · ${title}`),
    h('link', { rel: 'icon', href: '/brand/icon.svg', type: 'image/svg+xml' }),
    h('link', { rel: 'stylesheet', href: '/brand/brand.css' }),
    h('link', { rel: 'stylesheet', href: '/docs/app.css' }),
    h('script', { type: 'module', src: '/docs/app.js' }),
  )

/** A whole page as HTML: readable as it is; the script adds search, copying and the choice of language. */
export function pageHtml(page: Page, groups: Groups, model: Model): string {
  const topbar = h(
    'header.topbar',
    h('button.menu', { type: 'button', popovertarget: 'sidebar' }, 'Menu'),
    h('a.brand', { href: model.base }, model.title),
  )
  const body = h(
    'body',
    h('a.skip', { href: '#content' }, 'Skip to the content'),
    topbar,
    sidebar(page, groups, model),
    h('main', { id: 'content', tabindex: '-1' }, page.content()),
  )
  return `<!doctype html>\n${h('html', { lang: 'en' }, head(page, model), body).html}\n`
}
