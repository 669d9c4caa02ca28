import type { LiveResource } from '@clinic/contract/staff/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { clinicApi, keyOfClinic } from '../lib/clinic.ts'
import { followClinic, type LiveNews } from '../lib/live.ts'
import { sessionQuery } from '../lib/session.ts'
import { spaced } from '../lib/spaced.ts'
import { liveOf } from './room-live.ts'
import type { RoomKey } from './rooms.ts'

/** A list is asked for anew no more often than this, however much happens. */
const AT_MOST_EVERY_MS = 2_000
/** As often it is asked for where nothing tells of changes. */
const UNTOLD_EVERY_MS = 30_000

/**
 * Asks anew for what the room shows when it has changed anywhere, and holds everything else that is known of the clinic for
 * out of date. Answers whether the page is told of changes now.
 */
export function useLive(clinicId: string, isMember: boolean, room: RoomKey | undefined): boolean {
  const client = useQueryClient()
  const [isTold, setIsTold] = useState(true)
  const shown = useRef(new Set<LiveResource>())
  useEffect(() => {
    shown.current = new Set(room ? liveOf(room) : [])
  }, [room])
  useEffect(() => {
    if (!isMember) return
    const changed = new Set<LiveResource>()
    const refresh = spaced(AT_MOST_EVERY_MS, () => {
      // What every page of the clinic stands on: its name, zone and clock.
      if (changed.has('clinic')) void client.invalidateQueries(sessionQuery)
      const day = changed.has('appointment')
      const isShown = [...changed].some(resource => shown.current.has(resource))
      changed.clear()
      const refetchType = isShown ? 'active' : 'none'
      void client.invalidateQueries({ queryKey: keyOfClinic(clinicId), refetchType })
      // A doctor is told of arrivals wherever they are.
      if (day && !isShown) void client.invalidateQueries({ queryKey: clinicApi(clinicId).keyOfAll('getDay') })
    })
    const take = (resources: Iterable<LiveResource>) => {
      for (const resource of resources) changed.add(resource)
      refresh.call()
    }
    const onNews = (news: LiveNews) => {
      if (news.kind === 'told') setIsTold(news.isTold)
      else take(news.kind === 'changed' ? news.resources : shown.current)
    }
    const leaving = new AbortController()
    followClinic(clinicId, leaving.signal, onNews)
    return () => {
      leaving.abort()
      refresh.stop()
    }
  }, [client, clinicId, isMember])
  useEffect(() => {
    if (isTold) return
    const again = () => client.invalidateQueries({ queryKey: keyOfClinic(clinicId), refetchType: 'active' })
    const timer = setInterval(() => void again(), UNTOLD_EVERY_MS)
    return () => clearInterval(timer)
  }, [client, clinicId, isTold])
  return isTold
}
