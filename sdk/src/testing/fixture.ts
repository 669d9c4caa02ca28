import type { EventType } from '../printed/events.generated.ts'
import { EVENTS } from '../printed/examples.generated.ts'
import type { EventOf } from '../webhook/handlers.ts'

/** What a fixture says differently from the example; of `data` what is given, and the rest of it stays. */
export type Overrides<Type extends EventType> = Partial<Omit<EventOf<Type>, 'data' | 'type'>> & {
  readonly data?: Partial<EventOf<Type>['data']>
}

let made = 0

/** Of the form of the real ones, and each time another: the same event twice is a duplicate. */
const nextId = (): string => `evt_${String(++made).padStart(26, '0')}`

const isEvent = <Type extends EventType>(event: object, type: Type): event is EventOf<Type> =>
  'type' in event && event.type === type

/** An event of a type as it is posted: the example of the documentation, with an id of its own. */
export function fixture<Type extends EventType>(type: Type, overrides: Overrides<Type> = {}): EventOf<Type> {
  const example = structuredClone(EVENTS[type])
  if (!example) throw new TypeError(`${type} is no type of event`)
  const event = { ...example, id: nextId(), ...overrides, type, data: { ...Object(example.data), ...overrides.data } }
  if (!isEvent(event, type)) throw new TypeError(`${type} is no type of event`)
  return event
}
