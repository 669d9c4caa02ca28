import { createClient } from '@clinic/sdk'
import { pluginOf } from '../../src/plugin.js'

/** @type {import('@clinic/sdk/webhooks').WebhookHandler | undefined} */
let plugin

/** Made with the first event: while Next builds, there is no clinic. */
export function POST(/** @type {Request} */ request) {
  plugin ??= pluginOf({ clinic: createClient(), secret: process.env.WEBHOOK_SECRET })
  return plugin(request)
}
