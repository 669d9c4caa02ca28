import { type WebhookHandler, type WebhookOptions, webhook } from '@clinic/sdk/webhooks'
import { eraseAll, keepOrder } from './orders.ts'
import { type Portal, readKnown, whileAllowed } from './portal.ts'

/** Orders appear as they are made and move on as the clinic moves them. */
export const hearing = (portal: Portal, secret: WebhookOptions['secret']): WebhookHandler =>
  webhook({
    secret,
    clinic: portal.clinic,
    onError: error => portal.log(`An event was not taken: ${error instanceof Error ? error.message : error}`),
    on: {
      'laborder.*': (_, { hydrate }) => whileAllowed(portal, async () => keepOrder(portal.database, await hydrate())),
      'plugin.settings.updated': () => whileAllowed(portal, () => readKnown(portal)),
      'installation.uninstalled': () => {
        portal.isOver = true
        eraseAll(portal.database)
      },
    },
  })
