import { encode } from 'uqr'
import { type Html, html } from '../../kernel/values/html.ts'

/** Modules of white around a code, as its standard asks for. */
const QUIET = 4

/** A QR code as a drawing in black on white. */
export function qrDrawing(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`
}
