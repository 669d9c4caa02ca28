import { type Html, html } from '../../kernel/values/html.ts'
import type { CreditNotePaper } from './credit-note-figures.ts'
import { code, fact, items, seller, whose } from './paper-parts.ts'
import type { ReceiptPaper } from './receipt-document.ts'
import { type ReceiptLanguage, type ReceiptSpeech, receiptSpeech } from './receipt-speech.ts'

/** A credit note laid out as receipts are: its figures are the same to the letter in each language. */
export function creditNoteDocument(
  paper: CreditNotePaper,
  { paper: sheet, language }: { paper: ReceiptPaper; language: ReceiptLanguage },
): Html {
  const speech = receiptSpeech(paper.clinic, language)
  return html`<article class="receipt" data-paper="${sheet}" data-language="${language}">
<div class="top">
${seller(paper, speech)}
${facts(paper, speech)}
</div>
${items(paper.figures.lines, speech)}
<div class="bottom">
<div class="sums">
${sums(paper, speech)}
</div>
<div class="end">
${code(paper, speech)}
</div>
</div>
</article>`
}

function facts(paper: CreditNotePaper, speech: ReceiptSpeech): Html {
  const { invoice, note, code: shown } = paper
  const { says, figure, time } = speech
  return html`<div class="facts">
<h1>${says(shown ? 'taxCreditNote' : 'creditNote')}</h1>
<dl>
${fact(says('creditNote'), figure(String(note.reference_id)))}
${fact(says('issued'), time(note.created_at))}
${fact(says('number'), figure(String(invoice.reference_id)))}
${note.reason !== null && fact(says('reason'), html`<bdi>${note.reason}</bdi>`)}
${whose(paper, speech)}
</dl>
</div>`
}

/** From the lines to what was credited, whose part it was off, and what became of what was paid too much then. */
function sums({ figures, code: shown }: CreditNotePaper, { says, sum, figure, amount }: ReceiptSpeech): Html {
  const { netMinor, discountMinor, rates, totalMinor, insuranceMinor, toCreditMinor, refundedMinor } = figures
  const taxed = rates.filter(({ taxPercent }) => taxPercent > 0 || shown)
  const vat = taxed.map(({ taxPercent, taxableMinor, taxMinor }) =>
    sum(
      html`${says('vat')} <span class="small">${figure(`${taxPercent}% × ${amount(taxableMinor)}`)}</span>`,
      taxMinor,
    ),
  )
  return html`<dl>
${sum(says('subtotal'), netMinor)}
${discountMinor > 0 && sum(says('discount'), -discountMinor)}
${vat}
</dl>
<dl class="total">${sum(says('credited'), totalMinor)}</dl>
<dl>
${insuranceMinor > 0 && [sum(says('insurerLess'), insuranceMinor), sum(says('shareLess'), totalMinor - insuranceMinor)]}
${toCreditMinor > 0 && sum(says('kept'), toCreditMinor)}
${refundedMinor > 0 && sum(says('givenBack'), refundedMinor)}
</dl>`
}
