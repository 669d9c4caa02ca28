import { sql } from '../db/statement.ts'
import { scheduledJob } from './job.ts'

const take = sql<{ id: string; failure: string }>('select * from take_all_news()')

/** In a cell: writes down what control has noted for its clinics. What cannot be taken is tried again with the next. */
export const takeNewsEveryMinute = scheduledJob('take_news', '* * * * *', async ({ onPlatform, log }) => {
  for (const failed of await onPlatform(tx => tx.sql(take([])))) log.error(failed, 'news of control could not be taken')
})
