import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE = 'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}'

/** Text as HTML shows it, whoever wrote it (specification, OAuth rule 8). */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

/** Nothing is loaded, framed or sent from a page of the flow. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

/** Says in English and Arabic that a connection cannot go on. The browser is sent nowhere. */
export function sendErrorPage(reply: FastifyReply, english: string, arabic: string): FastifyReply {
  const body = `<h1>${escapeHtml(english)}</h1><p lang="ar" dir="rtl">${escapeHtml(arabic)}</p>`
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Connect an assistant</title><style>${STYLE}</style>${body}</html>`
  return reply.code(400).headers(HEADERS).send(page)
}
