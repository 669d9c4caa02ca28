import type { EventType } from '@clinic/contract/event-types.ts'
import { EVENT_WORDS } from '@clinic/contract/event-words.ts'
import { useLanguage } from '../../lib/language-choice.tsx'

const isEventType = (type: string): type is EventType => Object.hasOwn(EVENT_WORDS, type)

/** When an event of a type is sent, as clinics read it; of a type that is no more, nothing. */
export function useEventSentence() {
  const { language } = useLanguage()
  return (type: string): string => (isEventType(type) ? EVENT_WORDS[type][language] : '')
}
