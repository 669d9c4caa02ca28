import { html } from '../../kernel/values/html.ts'
import type { Receipt } from './read-receipt.ts'
import { type ReceiptPaper, receiptDocument } from './receipt-document.ts'
import type { ReceiptLanguage } from './receipt-speech.ts'
import { RECEIPT_WORDS } from './receipt-words.ts'

/** A receipt as a page of its own that holds nothing else, for a printer. */
export function receiptPaper(
  receipt: Receipt,
  { paper, language }: { paper: Exclude<ReceiptPaper, 'screen'>; language: ReceiptLanguage },
): string {
  const spoken = language === 'ar' ? 'ar' : 'en'
  const page = html`<html lang="${spoken}" dir="${spoken === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${RECEIPT_WORDS[spoken].receipt} ${receipt.invoice.reference_id}</title>
<link rel="stylesheet" href="/brand/brand.css">
<link rel="stylesheet" href="/brand/receipt.css">
</head>
<body class="printed">
<main>${receiptDocument(receipt, { paper, language })}</main>
</body>
</html>`
  return `<!doctype html>\n${page.markup}`
}
