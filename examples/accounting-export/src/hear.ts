import { type WebhookHandler, type WebhookOptions, webhook } from '@clinic/sdk/webhooks'
import { type Export, enterInvoice, enterPayment, whileAllowed } from './copy.ts'

/** An event says that there is news; the record is read as it is now, and entered. */
export const hearing = (state: Export, secret: WebhookOptions['secret']): WebhookHandler =>
  webhook({
    secret,
    clinic: state.clinic,
    onError: error => state.log(`An event was not taken: ${error instanceof Error ? error.message : error}`),
    on: {
      'invoice.*': (_, { hydrate }) => whileAllowed(state, async () => enterInvoice(state, await hydrate())),
      'payment.*': (_, { hydrate }) => whileAllowed(state, async () => enterPayment(state, await hydrate())),
      // Account numbers are read anew for each journal.
      'plugin.settings.updated': () => undefined,
      // The books are the clinic's own and stay; nothing further is asked of it.
      'installation.uninstalled': () => {
        state.isOver = true
      },
    },
  })
