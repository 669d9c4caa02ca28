import { sql } from '../db/statement.ts'
import { channelOf } from '../domain/messaging/communication.ts'
import { providerInUse } from '../domain/providers/clinic-provider.ts'
import { MOST_REMINDED, remind } from '../domain/reminders/remind.ts'
import { scheduledJob } from './job.ts'

const clinics = sql<{ id: string }>('select clinics_that_remind() as id')

/**
 * Queues what patients are to be reminded of. A clinic commits by itself, so one that fails is tried again in a minute and
 * keeps no other waiting.
 */
export const remindEveryMinute = scheduledJob(
  'remind',
  '* * * * *',
  async ({ onPlatform, inClinic, carriers, patientUrl, log }) => {
    for (const { id } of await onPlatform(tx => tx.sql(clinics([])))) {
      const once = () =>
        inClinic(id, tx =>
          remind(tx, {
            async canSend(name) {
              const channel = channelOf(name)
              return carriers.connect(channel, await providerInUse(tx, channel), tx.clinic) !== undefined
            },
            linkOf: token => `${patientUrl}/p/visit/${token}`,
          }),
        )
      try {
        while ((await once()) >= MOST_REMINDED);
      } catch (error) {
        log.error({ err: error, clinicId: id }, 'a clinic could not be looked through for reminders')
      }
    }
  },
)
