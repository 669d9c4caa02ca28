import type { Issue } from '@clinic/contract/errors.ts'
import type { Input, Returned } from '../../lib/api.ts'

type Wish = Omit<Input<'setPluginFaults'>, 'id'>
type Of<Kind> = { [Name in keyof Wish]-?: NonNullable<Wish[Name]> extends Kind ? Name : never }[keyof Wish]
/** All that may be said of faults: one that the contract adds does not compile until it is shown. */
export type FaultName = Of<number>
export type FaultSwitch = Of<boolean>

export const OF_REQUESTS = [
  'latencyMs',
  'rateLimited',
  'failed',
  'unavailable',
  'droppedBefore',
  'droppedAfter',
  'pageLimit',
] as const
export const OF_DELIVERIES = ['duplicated', 'delayedSeconds', 'compressRetries'] as const

/** What is typed: shares in percent. */
export type Draft = Record<FaultName, string> & Record<FaultSwitch, boolean>

const SHARES = ['rateLimited', 'failed', 'unavailable', 'droppedBefore', 'droppedAfter', 'duplicated'] as const
const isShare = (name: FaultName): boolean => SHARES.some(one => one === name)
const SHARES_OF_REQUESTS = SHARES.filter(name => name !== 'duplicated')
const PERCENT = 100

const BOUNDS: Readonly<Record<FaultName, readonly [number, number]>> = {
  latencyMs: [0, 30_000],
  rateLimited: [0, PERCENT],
  failed: [0, PERCENT],
  unavailable: [0, PERCENT],
  droppedBefore: [0, PERCENT],
  droppedAfter: [0, PERCENT],
  pageLimit: [0, 100],
  duplicated: [0, PERCENT],
  delayedSeconds: [0, 3_600],
  compressRetries: [1, 3_600],
  minutes: [1, 60],
}
const isFault = (name: string): name is FaultName => Object.hasOwn(BOUNDS, name)
const NAMES = Object.keys(BOUNDS).filter(isFault)

export function draftOf(faults: Returned<'getPluginFaults'>): Draft {
  const percent = (share: number) => String(Math.round(share * PERCENT))
  return {
    latencyMs: String(faults.latencyMs),
    rateLimited: percent(faults.rateLimited),
    failed: percent(faults.failed),
    unavailable: percent(faults.unavailable),
    droppedBefore: percent(faults.droppedBefore),
    droppedAfter: percent(faults.droppedAfter),
    pageLimit: String(faults.pageLimit),
    duplicated: percent(faults.duplicated),
    delayedSeconds: String(faults.delayedSeconds),
    compressRetries: String(faults.compressRetries),
    minutes: '60',
    writesOnly: faults.writesOnly,
    shuffled: faults.shuffled,
  }
}

export function faultIssues(draft: Draft): Issue[] {
  const wrong = NAMES.filter(name => {
    const [least, most] = BOUNDS[name]
    return !/^\d{1,5}$/.test(draft[name]) || Number(draft[name]) < least || Number(draft[name]) > most
  })
  if (wrong.length > 0)
    return wrong.map(name => ({ path: `/${name}`, code: 'out_of_range', message: 'is out of range' }))
  const all = SHARES_OF_REQUESTS.reduce((sum, name) => sum + Number(draft[name]), 0)
  return all <= PERCENT ? [] : [{ path: '/rateLimited', code: 'sum', message: 'is too much together' }]
}

export const wishOf = (draft: Draft): Wish => ({
  ...Object.fromEntries(NAMES.map(name => [name, isShare(name) ? Number(draft[name]) / PERCENT : Number(draft[name])])),
  writesOnly: draft.writesOnly,
  shuffled: draft.shuffled,
})
