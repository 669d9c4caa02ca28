import { fontsOf } from '../../http/brand/brand-style.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { type Language, TEXTS } from './texts.ts'

export interface Frame {
  language: Language
  /** Shown on top; none where it is not known which clinic it is. */
  clinicName: string | null
  /** Asks the gateway again by itself after these seconds. */
  refreshSeconds?: number
}

/** A page of the payer's, complete: no script, no inline style, nothing from elsewhere. */
export function layout({ language, clinicName, refreshSeconds }: Frame, body: Html): string {
  const { direction, title, otherLanguage } = TEXTS[language]
  const other = language === 'ar' ? 'en' : 'ar'
  const page = html`<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds};url=?back=1&lang=${language}">`}
<title>${clinicName === null ? title : `${title} · ${clinicName}`}</title>
${fontsOf(language).map(href => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)}
<link rel="icon" href="/brand/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/brand/brand.css">
<link rel="stylesheet" href="/pay/assets/pay.css">
</head>
<body>
<header>
${clinicName !== null && html`<span class="mark" aria-hidden="true">${[...clinicName].find(letter => /\p{L}/u.test(letter))}</span>`}
<bdi class="clinic">${clinicName}</bdi>
<a class="language" href="?lang=${other}" lang="${other}" hreflang="${other}">${otherLanguage}</a>
</header>
<main>
${body}
</main>
</body>
</html>`
  return `<!doctype html>\n${page.markup}`
}
