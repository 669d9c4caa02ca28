import { isRecord } from '@clinic/contract/json-schema.ts'
import { listNotices, NOTICE_KINDS } from '@clinic/contract/staff/notices.ts'
import { SECURITY_EVENT_KINDS } from '@clinic/contract/staff/security-events.ts'
import type { NoticeRow } from '../domain/notices/notices.ts'
import { presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const kindOf = wordOf(NOTICE_KINDS)
const alarmOf = wordOf(SECURITY_EVENT_KINDS)

const dataOf = ({ data }: NoticeRow, name: string): unknown => (isRecord(data) ? data[name] : undefined)
const textOf = (name: string) => (row: NoticeRow) => {
  const value = dataOf(row, name)
  return typeof value === 'string' ? value : null
}
const numberOf = (name: string) => (row: NoticeRow) => {
  const value = dataOf(row, name)
  return typeof value === 'number' ? value : null
}

/** A notice, with what it is about. */
export const presentNotice = presenter<NoticeRow, typeof listNotices.returns>(listNotices.returns, {
  kind: ({ kind }) => kindOf(kind),
  invoiceId: textOf('invoiceId'),
  invoiceNumber: numberOf('invoiceNumber'),
  amount: numberOf('amount'),
  credit: numberOf('credit'),
  currency: textOf('currency'),
  installationId: textOf('installationId'),
  pluginSlug: textOf('pluginSlug'),
  askedBy: textOf('askedBy'),
  version: textOf('version'),
  tokenName: textOf('tokenName'),
  days: numberOf('days'),
  webhookEndpointId: textOf('webhookEndpointId'),
  securityEventId: textOf('securityEventId'),
  alarm: row => {
    const alarm = textOf('alarm')(row)
    return alarm === null ? null : alarmOf(alarm)
  },
})
