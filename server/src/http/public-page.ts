import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Html, html } from '../kernel/values/html.ts'
import { fontsOf } from './brand/brand-style.ts'

/** What every page in a language says. */
export interface PageWords {
  direction: string
  title: string
  otherLanguage: string
  /** That nothing here is real. */
  sandbox: string
  /** Before the clinic's phone. */
  questions: string
}

/** The languages of the pages. */
export type PageLanguage = 'en' | 'ar'

export interface PageFrame {
  language: PageLanguage
  words: PageWords
  /** Shown on top; none where it is not known which clinic it is. */
  clinicName: string | null
  isTest?: boolean
  phone?: string | null
  /** Of what stands side by side, where there is room. */
  isWide?: boolean
  /** Where the style sheet is of what it shows, besides that of all pages. */
  styles?: string
  /** Loads itself again after these seconds, at this address. */
  refresh?: { seconds: number; url: string }
}

/**
 * Nothing but this origin, no script and no inline style. A form may end at a payment company, for browsers hold the
 * redirect after a form to `form-action` too. The address is a secret of the patient's, so no other site learns it.
 */
export const PUBLIC_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex, nofollow',
}

const FORM_BYTES = 1024

/** Takes what the buttons of such pages send. */
export function takeForms(app: FastifyInstance, bodyLimit = FORM_BYTES): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** A page that patients open without a login, complete: no script, no inline style, nothing from elsewhere. */
export function publicPage(
  { language, words, clinicName, isTest, phone, isWide, styles, refresh }: PageFrame,
  body: Html,
): string {
  const { direction, title, otherLanguage, sandbox, questions } = words
  const other = language === 'ar' ? 'en' : 'ar'
  const page = html`<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.url}">`}
<title>${clinicName === null ? title : `${title} · ${clinicName}`}</title>
${fontsOf(language).map(href => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)}
<link rel="icon" href="/brand/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/brand/brand.css">
<link rel="stylesheet" href="/pay/assets/pay.css">
${styles && html`<link rel="stylesheet" href="${styles}">`}
</head>
<body${isWide && html` class="wide"`}>
<header>
${clinicName !== null && html`<span class="mark" aria-hidden="true">${[...clinicName].find(letter => /\p{L}/u.test(letter))}</span>`}
<bdi class="clinic">${clinicName}</bdi>
<a class="language" href="?lang=${other}" lang="${other}" hreflang="${other}">${otherLanguage}</a>
</header>
<main>
${isTest && html`<p class="test" role="note">${sandbox}</p>`}
${body}
</main>
${phone && html`<footer>${questions} <a href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi dir="ltr">${phone}</bdi></a></footer>`}
</body>
</html>`
  return `<!doctype html>\n${page.markup}`
}

const isLanguage = (text: string | undefined): text is PageLanguage => text === 'en' || text === 'ar'

/** The patient's choice, else what the browser asks for first among ours, else the clinic's own. */
export function languageFor({ query, headers }: FastifyRequest, clinicLocale: string): PageLanguage {
  const { lang: chosen }: Readonly<Record<string, unknown>> = Object(query)
  if (typeof chosen === 'string' && isLanguage(chosen)) return chosen
  const wanted = (headers['accept-language'] ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? (clinicLocale.startsWith('ar') ? 'ar' : 'en')
}
