const ARABIC_DIGITS = /[٠-٩]/g
/** Thousands may stand apart; a comma for anything else is none of ours, so that 250,5 is never taken for 2505. */
const NUMBER = /^-?(\d+|\d{1,3}([,\s]\d{3})+)(\.\d+)?$/

/** The number that is typed, in either digits; NaN of what is none, which the server's own rules refuse. */
export function numberTyped(text: string): number {
  const plain = text.trim().replaceAll(ARABIC_DIGITS, digit => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
  const written = plain.replaceAll('٫', '.').replaceAll('٬', ',')
  return NUMBER.test(written) ? Number(written.replaceAll(/[,\s]/g, '')) : Number.NaN
}
