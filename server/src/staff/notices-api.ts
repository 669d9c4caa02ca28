import { closeNotice, listNotices } from '@clinic/contract/staff/notices.ts'
import * as notices from '../domain/notices/notices.ts'
import { implement } from '../kernel/implement.ts'
import { presentNotice } from '../present/notices.ts'

/** What the people of the clinic are told of. */
export const noticesApi = [
  implement(listNotices, async tx => ({
    data: (await notices.openNotices(tx)).map(row => presentNotice(row, tx.clinic)),
  })),
  implement(closeNotice, async (tx, { id }) => {
    await notices.closeNotice(tx, id)
    return { data: { id, closed: true } }
  }),
]
