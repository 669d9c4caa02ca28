import { useNavigate, useParams, useSearch } from '@tanstack/react-router'

type Changes = Readonly<Record<string, string | undefined>>

/**
 * What of a room stands in its address: a reload, the way back and a link that is sent on show the same. Which names it
 * knows is said in the table of rooms.
 */
export function useUrlState() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    read: (name: string): string => (typeof search[name] === 'string' ? search[name] : ''),
    /** An empty value is none; `push` where the way back is to lead here. */
    write: (changes: Changes, { push = false } = {}) => {
      const cleaned = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || undefined]))
      void navigate({
        to: '.',
        search: (before: Record<string, string | undefined>) => ({ ...before, ...cleaned }),
        replace: !push,
        resetScroll: false,
      })
    },
  }
}

/** What the room is about, by its name in the room's path. */
export function useRoomParam(name: string): string {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  return String(params[name] ?? '')
}
