import { createClient } from '@clinic/sdk'
import { pluginOf } from './plugin.js'

/** @typedef {{ CLINIC_URL: string, CLINIC_TOKEN: string, WEBHOOK_SECRET: string }} Env */

/** @type {import('@clinic/sdk/webhooks').WebhookHandler | undefined} */
let plugin

export default {
  /**
   * One isolate remembers which events it has dealt with. Cloudflare runs several: where an event must not be dealt with
   * twice, give `webhook` a `seen` that they share.
   *
   * @param {Request} request
   * @param {Env} env
   */
  async fetch(request, env) {
    if (new URL(request.url).pathname !== '/webhooks') return new Response(null, { status: 404 })
    plugin ??= pluginOf({
      clinic: createClient({ baseUrl: env.CLINIC_URL, token: env.CLINIC_TOKEN, fetch: (...given) => fetch(...given) }),
      secret: env.WEBHOOK_SECRET,
    })
    return plugin(request)
  },
}
