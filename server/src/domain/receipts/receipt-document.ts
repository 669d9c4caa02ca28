import { type Html, html } from '../../kernel/values/html.ts'
import { code, fact, items, seller, whose } from './paper-parts.ts'
import type { Receipt } from './read-receipt.ts'
import type { ReceiptFigures } from './receipt-figures.ts'
import { type ReceiptLanguage, type ReceiptSpeech, receiptSpeech } from './receipt-speech.ts'

/** What it is laid out for: a roll of a till, a sheet, or a screen. */
export type ReceiptPaper = '80mm' | 'A4' | 'screen'

/**
 * The receipt of an invoice, on every paper and page. Figures, numbers and dates are the same to the letter in each language,
 * each isolated, so that none is turned by the words around it.
 */
export function receiptDocument(
  receipt: Receipt,
  { paper, language }: { paper: ReceiptPaper; language: ReceiptLanguage },
): Html {
  const speech = receiptSpeech(receipt.clinic, language)
  const { says } = speech
  return html`<article class="receipt" data-paper="${paper}" data-language="${language}">
<div class="top">
${seller(receipt, speech)}
${facts(receipt, speech)}
</div>
${items(receipt.figures.lines, speech)}
<div class="bottom">
<div class="sums">
${sums(receipt, speech)}
${payments(receipt.figures, speech)}
<dl class="due">${speech.sum(says('left'), receipt.figures.pendingMinor)}</dl>
</div>
<div class="end">
${code(receipt, speech)}
<p class="thanks">${says('thanks')}</p>
</div>
</div>
</article>`
}

function facts(receipt: Receipt, speech: ReceiptSpeech): Html {
  const { invoice, code: shown } = receipt
  const { says, figure, time } = speech
  return html`<div class="facts">
<h1>${says(shown?.kind === 'tax' ? 'taxInvoice' : 'receipt')}</h1>
<dl>
${fact(says('number'), figure(String(invoice.reference_id)))}
${fact(says('issued'), time(invoice.released_at ?? invoice.created_at))}
${whose(receipt, speech)}
</dl>
</div>`
}

/** From the lines to what the patient pays: each figure follows from those above it. */
function sums({ figures, code: shown }: Receipt, { says, sum, amount, figure, time }: ReceiptSpeech): Html {
  const { netMinor, discountMinor, pointsMinor, rates, issuedMinor, notes, totalMinor, insuranceMinor } = figures
  const taxed = rates.filter(({ taxPercent }) => taxPercent > 0 || shown?.kind === 'tax')
  const vat = taxed.map(({ taxPercent, taxableMinor, taxMinor }) =>
    sum(
      html`${says('vat')} <span class="small">${figure(`${taxPercent}% × ${amount(taxableMinor)}`)}</span>`,
      taxMinor,
    ),
  )
  const credited = notes.map(({ number, at, totalMinor: creditMinor }) =>
    sum(html`${says('creditNote')} ${figure(String(number))} <span class="small">${time(at)}</span>`, -creditMinor),
  )
  return html`<dl>
${sum(says('subtotal'), netMinor)}
${discountMinor > 0 && sum(says('discount'), -discountMinor)}
${pointsMinor > 0 && sum(says('points'), -pointsMinor)}
${vat}
</dl>
<dl class="total">${sum(says(taxed.length > 0 ? 'totalWithVat' : 'total'), issuedMinor)}</dl>
<dl>
${credited}
${notes.length > 0 && sum(says('totalLeft'), totalMinor)}
${insuranceMinor > 0 && [sum(says('insurer'), -insuranceMinor), sum(says('share'), totalMinor - insuranceMinor)]}
</dl>`
}

function payments(
  { payments: taken, keptMinor }: ReceiptFigures,
  { says, sum, money, time }: ReceiptSpeech,
): Html | false {
  if (taken.length === 0) return false
  const each = taken.map(({ type, at, amountMinor, cash, givenBack }) => [
    sum(html`${says(type)} <span class="small">${time(at)}</span>`, amountMinor),
    cash &&
      html`<div class="beneath"><dt>${says('received')} ${money(cash.receivedMinor)}</dt><dd>${says('change')} ${money(cash.changeMinor)}</dd></div>`,
    givenBack.map(back =>
      sum(html`${says('givenBack')} <span class="small">${time(back.at)}</span>`, -back.amountMinor),
    ),
  ])
  return html`<h2>${says('payments')}</h2>
<dl>
${each}
${keptMinor > 0 && sum(says('kept'), -keptMinor)}
</dl>`
}
