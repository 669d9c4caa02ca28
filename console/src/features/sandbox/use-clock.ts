import { useQuery } from '@tanstack/react-query'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'

export type Clock = Returned<'getSandboxTime'>

const WHILE_MOVING_MS = 1_000
const ELSE_MS = 30_000

export const isUnderWay = ({ run }: Clock): boolean =>
  run !== null && (run.state === 'QUEUED' || run.state === 'RUNNING')

/** The time of the sandbox clinic, asked for often while it is moved. */
export const useClock = () =>
  useQuery({
    ...useClinicApi().one('getSandboxTime', {}),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? WHILE_MOVING_MS : ELSE_MS),
  })
