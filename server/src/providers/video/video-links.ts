import type { VideoLinks } from '../../domain/providers/video-links.ts'
import { publicUrl } from '../../settings/addresses.ts'
import type { Env } from '../../settings/env.ts'
import { sandboxForAll } from '../../settings/switches.ts'

/** What the id of the call stands in for. */
const CALL_ID = '{callId}'

/** Whether it is the address of a page with the id of the call in it. */
export function isCallTemplate(template: string): boolean {
  const url = URL.parse(template.replaceAll(CALL_ID, 'id'))
  return template.includes(CALL_ID) && url?.protocol === 'https:'
}

/** Where calls take place: by the template of the clinic, or on a page that only pretends, where nothing is real. */
export function videoLinks(env: Pick<Env, 'BASE_URL' | 'PORT' | 'SANDBOX_PROVIDERS' | 'NODE_ENV'>): VideoLinks {
  const pretended = (callId: string) => `${publicUrl(env)}/p/video/${callId}`
  return {
    connect(used, clinic) {
      const template = used?.provider === 'link' ? (used.settings.template ?? '') : ''
      if (isCallTemplate(template)) return callId => template.replaceAll(CALL_ID, encodeURIComponent(callId))
      const mayPretend = clinic.sandbox || (used?.provider === 'sandbox' && sandboxForAll(env))
      return mayPretend ? pretended : undefined
    },
  }
}
