import { type Html, html } from './html.ts'

interface PrintedPage {
  /** Of the page around what is printed: one of both where that is in both. */
  language: 'en' | 'ar' | 'both'
  title: (spoken: 'en' | 'ar') => string
  /** The file among the brand’s that says how it is set. */
  style: string
  main: Html
}

/** What is printed as a page of its own that holds nothing else, for a printer. */
export function printedPage({ language, title, style, main }: PrintedPage): string {
  const spoken = language === 'ar' ? 'ar' : 'en'
  const page = html`<html lang="${spoken}" dir="${spoken === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title(spoken)}</title>
<link rel="stylesheet" href="/brand/brand.css">
<link rel="stylesheet" href="/brand/${style}">
</head>
<body class="printed">
${main}
</body>
</html>`
  return `<!doctype html>\n${page.markup}`
}
