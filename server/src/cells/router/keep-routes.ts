import { setTimeout as delay } from 'node:timers/promises'
import { Listener } from '../../db/listener.ts'
import type { HaproxyMap } from './haproxy-map.ts'
import type { RouteRow, Routes } from './routes.ts'

interface Keeping {
  /** Of these clinics, or of all for null. */
  read(companyIds: readonly string[] | null): Promise<readonly RouteRow[]>
  map: HaproxyMap
  /** Of the database where control is. */
  listenUrl: string
  log: (line: string) => void
  signal: AbortSignal
}

const [RETRY_MS, ANEW_MS, LOOK_EVERY_MS, PROXY_EVERY_MS] = [1_000, 600_000, 20, 1_000]

/**
 * Keeps the proxy's map as control's database has it, until it is told to stop: all of it at the start, after each time that
 * control was not heard or the proxy was away or began anew, and every ten minutes; else what a clinic's change is about.
 */
export async function keepRoutes({ read, map, listenUrl, log, signal }: Keeping): Promise<void> {
  /** What the proxy has, by clinic. */
  const known = new Map<string, Routes>()
  const changed = new Set<string>()
  /** No change was missed since all was read; set before reading, so that one that is missed meanwhile counts. */
  let current = false
  let [allAtMs, lookedAtMs, proxy] = [0, 0, '']
  const listener = new Listener(listenUrl, { route_changed: companyId => changed.add(companyId) }, () => {
    current = false
  })

  async function replaceAll(): Promise<void> {
    current = true
    allAtMs = performance.now()
    proxy = await map.proxy()
    changed.clear()
    const rows = await read(null)
    known.clear()
    for (const [companyId, routes] of byClinic(rows)) known.set(companyId, routes)
    await map.replace(new Map(rows.map(({ key, cell }) => [key, cell])))
    log(`${rows.length} routes of ${known.size} clinics`)
  }

  async function changeSome(): Promise<void> {
    const ids = [...changed]
    changed.clear()
    const found = byClinic(await read(ids))
    for (const id of ids) {
      await map.change(...difference(known.get(id), found.get(id)))
      known.set(id, found.get(id) ?? new Map())
    }
  }

  /** Whether the map has to be read anew though no change was heard of. */
  async function isStale(): Promise<boolean> {
    const nowMs = performance.now()
    if (!current || nowMs - allAtMs > ANEW_MS) return true
    if (nowMs - lookedAtMs < PROXY_EVERY_MS) return false
    lookedAtMs = nowMs
    return (await map.proxy()) !== proxy
  }

  try {
    await listener.start()
    while (!signal.aborted) {
      try {
        if (await isStale()) await replaceAll()
        else if (changed.size > 0) await changeSome()
        else await delay(LOOK_EVERY_MS, undefined, { signal })
      } catch (error) {
        if (signal.aborted) break
        log(`The routes are not current: ${error instanceof Error ? error.message : error}`)
        current = false
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  } finally {
    await listener.close()
  }
}

function byClinic(rows: readonly RouteRow[]): Map<string, Map<string, string>> {
  const clinics = new Map<string, Map<string, string>>()
  for (const { company_id, key, cell } of rows)
    clinics.set(company_id, (clinics.get(company_id) ?? new Map()).set(key, cell))
  return clinics
}

/** Which keys are gone, and which are new or lead elsewhere. */
function difference(before: Routes = new Map(), now: Routes = new Map()): [string[], Routes] {
  const gone = [...before.keys()].filter(key => !now.has(key))
  return [gone, new Map([...now].filter(([key, cell]) => before.get(key) !== cell))]
}
