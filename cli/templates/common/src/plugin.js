import { webhook } from '@clinic/sdk/webhooks'

/**
 * What the plugin does with each event. An event names a record and holds nothing of it: `hydrate` reads the record as it
 * is now. The same event may come more than once; a key of the event lets the task be made once all the same.
 *
 * @typedef {import('@clinic/sdk/webhooks').WebhookOptions} WebhookOptions
 * @param {{ clinic: import('@clinic/sdk').Clinic } & Pick<WebhookOptions, 'secret' | 'onError'>} given
 */
export const pluginOf = ({ clinic, ...given }) =>
  webhook({
    ...given,
    clinic,
    on: {
      'appointment.checkedin': async (event, { hydrate }) => {
        const [appointment, { settings }] = await Promise.all([hydrate(), clinic.installation.get()])
        const task = await clinic.tasks.create(
          {
            title: String(settings.taskTitle),
            patientId: appointment.patientId ?? undefined,
            branchId: appointment.branchId,
          },
          { idempotencyKey: `${event.id}-welcome` },
        )
        console.log(`${event.type}: appointment ${appointment.id} is ${appointment.status}, task ${task.id} is made`)
      },
    },
  })
