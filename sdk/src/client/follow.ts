import type { CallOptions, FollowInput } from '../calls.ts'
import type { EventsFamily } from '../printed/clinic.generated.ts'
import type { ClinicEvent } from '../printed/events.generated.ts'
import type { EventRecord } from '../printed/resources.generated.ts'
import type { Timing } from './timing.ts'

const EVERY_SECONDS = 5
/** The longest that the service waits for an event. */
const WAIT_SECONDS = 25

/** An event is of one of the types that this version knows, or of a later one: programs look at `type` in any case. */
const isClinicEvent = (event: EventRecord | ClinicEvent): event is ClinicEvent => event.type.includes('.')

type ListEvents = EventsFamily['list']

/** The id of the newest event that there is; undefined where there is none yet. */
async function newest(list: ListEvents, type: FollowInput['type'], options: CallOptions): Promise<string | undefined> {
  const [event] = (await list({ type, limit: 1 }, options)).data
  return event?.id
}

/** Every event after one, oldest first; looks again where there is none. */
export async function* follow(
  list: ListEvents,
  { sleep }: Pick<Timing, 'sleep'>,
  { after, type, save, everySeconds = EVERY_SECONDS, wait }: FollowInput,
  options: CallOptions,
): AsyncGenerator<ClinicEvent, void, undefined> {
  let last = after ?? (await newest(list, type, options))
  const patience = wait ? { wait: WAIT_SECONDS } : {}
  for (;;) {
    const begun = last
    // Before the first event there is none to come after: the newest page holds all there are, newest first.
    const query = last === undefined ? { type, limit: 100 } : { type, after: last, limit: 100, ...patience }
    const found = last === undefined ? [...(await list(query, options)).data].reverse() : list(query, options)
    for await (const event of found) {
      if (isClinicEvent(event)) yield event
      last = event.id
      await save?.(last)
    }
    if (last === begun && !(wait && begun !== undefined)) await sleep(everySeconds * 1000, options.signal)
  }
}
