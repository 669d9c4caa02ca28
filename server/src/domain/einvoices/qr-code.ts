/** The QR code of a Saudi tax invoice: base64 of tag, length and value, one byte each for the first two (tags 1 to 5). */

interface QrFacts {
  sellerName: string
  vatNumber: string
  /** YYYY-MM-DDTHH:mm:ss, as issue date and time of the invoice. */
  issuedAt: string
  /** With tax, as the invoice prints it. */
  total: string
  tax: string
}

const MOST_BYTES = 255
const FIELDS = ['sellerName', 'vatNumber', 'issuedAt', 'total', 'tax'] as const

/** Lengths count bytes of UTF-8, of which an Arabic letter has two; a longer name ends at the last letter that fits. */
export function qrCode(facts: QrFacts): string {
  const parts = FIELDS.map((field, index) => {
    const value = Buffer.from(fitting(facts[field]))
    return Buffer.concat([Buffer.from([index + 1, value.length]), value])
  })
  return Buffer.concat(parts).toString('base64')
}

function fitting(text: string): string {
  if (Buffer.byteLength(text) <= MOST_BYTES) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MOST_BYTES))
  return text.slice(0, read)
}
