import { type Html, html } from '../../kernel/values/html.ts'
import type { Named, Parties } from './paper-parties.ts'
import { qrDrawing } from './qr-drawing.ts'
import type { PaperCode } from './read-receipt.ts'
import type { ReceiptSpeech } from './receipt-speech.ts'
import type { ReceiptWord } from './receipt-words.ts'

export function seller(
  { seller: { clinic, branch, address, phones }, registration, clinic: { sandbox } }: Parties,
  speech: ReceiptSpeech,
) {
  const { says, named, figure } = speech
  const isOwn = ({ en }: Named) => en !== clinic.en
  return html`<div class="seller">
${sandbox && html`<p class="trial">${says('test')}</p>`}
<p class="name">${named(clinic)}</p>
${isOwn(branch) && html`<p>${named(branch)}</p>`}
${address && html`<p><bdi>${address}</bdi></p>`}
${phones.length > 0 && html`<p>${says('phone')} ${figure(phones.join(' · '))}</p>`}
${registration && html`<p>${says('vatNumber')} ${figure(registration.vatNumber)}</p>`}
</div>`
}

/** One thing that is told at the top, by its name. */
export const fact = (name: Html, value: Html): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Whose paper it is, and what its amounts are in. */
export const whose = ({ patient, doctor, clinic }: Parties, { says, named, figure }: ReceiptSpeech): Html => html`
${fact(says('patient'), html`<bdi>${patient.name}</bdi>`)}
${fact(says('file'), figure(String(patient.fileNumber)))}
${doctor && fact(says('doctor'), named(doctor))}
${fact(says('currency'), figure(clinic.currency))}`

/** A line of a paper, in minor units; what is null is not told. */
interface PaperLine {
  name: Named
  quantity: number | null
  unitMinor: number | null
  discountMinor: number
  netMinor: number
}

export function items(lines: readonly PaperLine[], { says, named, money, figure }: ReceiptSpeech): Html {
  const isPriced = lines.some(({ unitMinor }) => unitMinor !== null)
  const head = (word: ReceiptWord, isTold = true) => html`<span>${isTold && says(word)}</span>`
  const heads = [head('item'), head('quantity'), head('price', isPriced), head('discount', isPriced), head('amount')]
  const each = lines.map(
    ({ name, quantity, unitMinor, discountMinor, netMinor }) => html`<li>
<span class="what">${named(name)}</span>
<span class="many">${quantity !== null && figure(String(quantity))}</span>
<span class="price">${unitMinor !== null && money(unitMinor)}</span>
<span class="off">${discountMinor > 0 && html`<span class="word">${says('discount')}</span> ${money(-discountMinor)}`}</span>
<span class="net">${money(netMinor)}</span>
</li>`,
  )
  return html`<div class="heads" aria-hidden="true">${heads}</div>
<ol class="items">${each}</ol>`
}

export const code = ({ code: shown }: { code: PaperCode }, { says, plain }: ReceiptSpeech): Html | undefined =>
  shown &&
  html`<div class="code">${qrDrawing(shown.text, plain(shown.kind === 'tax' ? 'taxCode' : 'pageCode'))}${shown.kind === 'page' && html`<p>${says('pageCode')}</p>`}</div>`
