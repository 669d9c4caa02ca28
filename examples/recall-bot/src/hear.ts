import { type WebhookHandler, type WebhookOptions, webhook } from '@clinic/sdk/webhooks'
import { type Bot, clinicNow, whileAllowed } from './bot.ts'
import { closeSettled, eraseAll } from './recalls.ts'
import { keepVisit } from './visits.ts'

/** An event says that something changed; what is true now is read, so that order and repetition do not matter. */
async function readVisitsOf(bot: Bot, patientId: string | null): Promise<void> {
  if (patientId === null) return
  for await (const visit of bot.clinic.appointments.list({ patientId })) keepVisit(bot.database, visit)
  closeSettled(bot.database, (await clinicNow(bot)).toISOString())
}

/** Stops chasing those who have a visit, and forgets everything once the clinic removes the plugin. */
export const hearing = (bot: Bot, secret: WebhookOptions['secret']): WebhookHandler =>
  webhook({
    secret,
    onError: error => bot.log(`An event was not taken: ${error instanceof Error ? error.message : error}`),
    on: {
      'appointment.*': ({ data }) => whileAllowed(bot, () => readVisitsOf(bot, data.patientId)),
      // Settings are read anew in each round.
      'plugin.settings.updated': () => undefined,
      'installation.uninstalled': () => {
        bot.isOver = true
        eraseAll(bot.database)
      },
    },
  })
