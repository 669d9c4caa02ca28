import { join } from 'node:path'
import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { PRODUCT } from '@clinic/contract/brand.ts'
import { build } from 'astro'
import { passthroughImageService } from 'astro/config'
import type { Page } from '../print/reference.ts'
import { arabicWords } from './arabic-words.ts'
import { finishing } from './finish.ts'
import { sidebarOf } from './sidebar.ts'

export const DOCS = join(import.meta.dirname, '../..')
const CACHE = join(DOCS, '../node_modules/.cache/docs')

/** Has Starlight make the site of what lies in site/content/docs. */
export async function buildSite(pages: readonly Page[], outDir: string): Promise<void> {
  await build({
    ...{ root: DOCS, configFile: false, srcDir: './site', publicDir: './site/printed/public', outDir, cacheDir: CACHE },
    ...{ base: '/docs', trailingSlash: 'never', logLevel: 'error' },
    // The policy of the pages allows nothing inline but what has a hash there.
    build: { format: 'directory', inlineStylesheets: 'never' },
    vite: { build: { assetsInlineLimit: 0 } },
    image: { service: passthroughImageService() },
    markdown: { processor: satteri({ features: { headingAttributes: true, smartPunctuation: false } }) },
    integrations: [finishing, starlight(themeOf(pages))],
  })
}

const themeOf = (pages: readonly Page[]): Parameters<typeof starlight>[0] => ({
  title: PRODUCT,
  defaultLocale: 'root',
  locales: { root: { label: 'English', lang: 'en' }, ar: { label: 'العربية', lang: 'ar', dir: 'rtl' } },
  favicon: '/favicon.svg',
  head: [
    { tag: 'link', attrs: { rel: 'stylesheet', href: '/brand/brand.css' } },
    { tag: 'link', attrs: { rel: 'alternate', type: 'application/feed+json', href: '/docs/changelog.json' } },
    { tag: 'link', attrs: { rel: 'alternate', type: 'application/rss+xml', href: '/docs/changelog.xml' } },
  ],
  customCss: ['./site/printed/theme.css', './site/styles/docs.css'],
  components: { Head: './site/components/head.astro' },
  sidebar: sidebarOf(pages),
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  credits: false,
  plugins: [arabicWords],
  expressiveCode: { styleOverrides: { borderRadius: '8px' } },
})
