import type { FastifyReply } from 'fastify'
import { STYLE_SOURCE } from './layout.ts'

/**
 * Nothing but the font is loaded, nothing is framed, and a form ends here or at one place more: where the client is answered (specification,
 * OAuth rule 9). The referrer policy lets browsers name the origin when the form comes back. There is no opener policy,
 * for it would cut off clients that opened a window for this.
 */
const headersFor = (formAction: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; font-src 'self'; img-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
})

/** A page without a form. */
export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).headers(headersFor("'none'")).send(page)

/** A page whose form may end at the client's address. */
export const sendFormPage = (reply: FastifyReply, redirectUri: string, page: string): FastifyReply =>
  reply
    .code(200)
    .headers(headersFor(`'self' ${new URL(redirectUri).origin}`))
    .send(page)
