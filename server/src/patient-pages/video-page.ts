import type { FastifyPluginAsync } from 'fastify'
import { languageFor, PUBLIC_PAGE_HEADERS, publicPage } from '../http/public-page.ts'
import { html } from '../kernel/values/html.ts'
import { TEXTS } from './visit-texts.ts'

const CALL = /^vid_\w{1,60}$/

/** What stands in for a video call where nothing is real, `/p/video/<callId>`: it knows no call, and keeps nothing. */
export const videoPage: FastifyPluginAsync = async app => {
  app.get<{ Params: { callId: string } }>('/p/video/:callId', (request, reply) => {
    if (!CALL.test(request.params.callId)) return reply.callNotFound()
    const language = languageFor(request, 'en')
    const words = TEXTS[language]
    const body = html`<section class="card alone"><h1>${words.callTitle}</h1><p class="message">${words.call}</p></section>`
    return reply
      .headers(PUBLIC_PAGE_HEADERS)
      .send(publicPage({ language, words, clinicName: null, isTest: true }, body))
  })
}
