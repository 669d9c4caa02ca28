import { hash } from 'node:crypto'
import { PRODUCT } from '@clinic/contract/brand.ts'
import { fontsOf } from '../../http/brand/brand-style.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { ICONS } from './icons.ts'
import { STYLE } from './style.ts'
import { type Language, TEXTS } from './texts.ts'

export interface Frame {
  language: Language
  /** Of the page, as its heading has it. */
  title: string
  /** The same page in the other language; none where it cannot be had again. */
  languageHref?: string | undefined
  /** Goes on there by itself, immediately. */
  refreshTo?: string
}

const STYLE_ELEMENT: Html = { markup: `<style>${STYLE}</style>` }

/** Allows the pages' one style sheet and nothing else that is not named. */
export const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`

/** A page, complete: no script, and nothing from elsewhere. */
export function layout({ language, title, languageHref, refreshTo }: Frame, body: Html): string {
  const { direction, otherLanguage } = TEXTS[language]
  const product = PRODUCT[language]
  const other = language === 'ar' ? 'en' : 'ar'
  const page = html`<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${refreshTo}">`}
<title>${title} · ${product}</title>
${fontsOf(language).map(href => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)}
${STYLE_ELEMENT}
</head>
<body>
<header class="top"><span class="brand">${ICONS.brand}${product}</span>
${languageHref !== undefined && html`<a href="${languageHref}" lang="${other}" hreflang="${other}">${otherLanguage}</a>`}</header>
${body}
</body>
</html>`
  return `<!doctype html>\n${page.markup}`
}

/** A sentence with names in it, each of which keeps its own direction and stands out. */
export const sentence = ([before = '', ...rest]: readonly string[], name: string): Html =>
  html`${[before, ...rest].map(part => (part === name ? html`<bdi>${part}</bdi>` : part))}`

/** The letter that stands for a name. */
export const letterOf = (name: string): string => [...name].find(letter => /[\p{L}\p{N}]/u.test(letter)) ?? '?'
