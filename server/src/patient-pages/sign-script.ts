import { hash } from 'node:crypto'
import { PUBLIC_PAGE_HEADERS } from '../http/public-page.ts'
import { type Html, html } from '../kernel/values/html.ts'

/** Lets a signature be drawn: it fills the field beside the canvas, and says nothing where nothing is drawn. */
const DRAWING = `
const canvas = document.querySelector('canvas')
const field = document.querySelector('input[name=drawing]')
const pen = canvas.getContext('2d')
canvas.closest('[hidden]').hidden = false
canvas.width = canvas.clientWidth * 2
canvas.height = canvas.clientHeight * 2
pen.lineWidth = 5
pen.lineCap = pen.lineJoin = 'round'
let drawn = false
const to = event => [event.offsetX * 2, event.offsetY * 2]
canvas.addEventListener('pointerdown', event => {
  canvas.setPointerCapture(event.pointerId)
  pen.strokeStyle = getComputedStyle(canvas).color
  pen.beginPath()
  pen.moveTo(...to(event))
})
canvas.addEventListener('pointermove', event => {
  if (event.buttons === 0) return
  pen.lineTo(...to(event))
  pen.stroke()
  drawn = true
})
canvas.addEventListener('pointerup', () => { field.value = drawn ? canvas.toDataURL('image/png') : '' })
document.querySelector('button[type=button]').addEventListener('click', () => {
  pen.clearRect(0, 0, canvas.width, canvas.height)
  drawn = false
  field.value = ''
})
`

const source: Html = { markup: DRAWING }
export const signScript: Html = html`<script>${source}</script>`

/** The same headers, and of scripts that very one. */
export const SIGNING_HEADERS = {
  ...PUBLIC_PAGE_HEADERS,
  'content-security-policy': `${PUBLIC_PAGE_HEADERS['content-security-policy']}; script-src 'sha256-${hash('sha256', DRAWING, 'base64')}'`,
}
