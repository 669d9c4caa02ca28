import { isLiveResource, LIVE_PATH, type LiveChanges, type LiveResource } from '@clinic/contract/staff/live.ts'
import { blocksOf } from './event-stream.ts'

/** What a tab learns: what has changed, that everything may have, or whether it is told at all. */
export type LiveNews =
  | { kind: 'changed'; resources: readonly LiveResource[] }
  | { kind: 'reset' }
  | { kind: 'told'; isTold: boolean }

/** Between tabs: the news of the one that has the stream, with the position that another would go on from. */
type Message = { news?: LiveNews; position: string }

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1_000, 30_000]

/**
 * Follows what changes in a clinic until the signal ends it: of all tabs of the browser one has the stream and tells the
 * others; when it closes another goes on from where it was.
 */
export function followClinic(clinicId: string, signal: AbortSignal, onNews: (news: LiveNews) => void): void {
  const channel = new BroadcastChannel(`live ${clinicId}`)
  const at = { position: '' }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    at.position = data.position
    if (data.news) onNews(data.news)
  }
  const tell = (news?: LiveNews) => {
    const message: Message = { position: at.position, ...(news && { news }) }
    channel.postMessage(message)
    if (news) onNews(news)
  }
  signal.addEventListener('abort', () => channel.close())
  navigator.locks
    .request(`live ${clinicId}`, { signal }, () => streams(clinicId, signal, at, tell))
    // Who leaves while another tab has the stream waits no longer.
    .catch(() => undefined)
}

interface Position {
  position: string
}
type Tell = (news?: LiveNews) => void

/** One stream after another: a stream that ends in peace is opened again, one that fails after a while. */
async function streams(clinicId: string, signal: AbortSignal, at: Position, tell: Tell): Promise<void> {
  for (let pause = 0; !signal.aborted; ) {
    await waited(pause, signal)
    const opened = await stream(clinicId, signal, at, tell).catch(() => false)
    if (signal.aborted) return
    pause = opened ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 2 * Math.max(pause, FIRST_PAUSE_MS))
    if (!opened) tell({ kind: 'told', isTold: false })
  }
}

/** Whether it was opened. */
async function stream(clinicId: string, signal: AbortSignal, at: Position, tell: Tell): Promise<boolean> {
  const { position } = at
  const response = await fetch(`/staff/v1${LIVE_PATH}?${new URLSearchParams({ clinicId })}`, {
    headers: position === '' ? {} : { 'last-event-id': position },
    signal,
  })
  if (!response.ok || response.body === null) return false
  tell({ kind: 'told', isTold: true })
  // What was asked for before the first position was known may be older than it.
  if (position === '') tell({ kind: 'reset' })
  try {
    for await (const { id, event, data } of blocksOf(response.body)) {
      at.position = id ?? at.position
      if (event === 'reset') tell({ kind: 'reset' })
      else tell(event === 'change' ? { kind: 'changed', resources: resourcesOf(data ?? '{}') } : undefined)
    }
  } catch {
    // Broken off: it goes on from the last position.
  }
  return true
}

function resourcesOf(data: string): LiveResource[] {
  const changes: LiveChanges = JSON.parse(data)
  return Object.keys(changes).filter(isLiveResource)
}

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
