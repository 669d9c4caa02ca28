import type { Returned } from '../../lib/api.ts'
import { useLanguage } from '../../lib/language-choice.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import classes from './scopes.module.css'

type Event = Returned<'getConsent'>['events'][number]

/** What a plugin is told, kind by kind. */
export function EventList({ events }: { events: readonly Event[] }) {
  const { language } = useLanguage()
  return (
    <ul className={classes.events}>
      {events.map(({ type, summary }) => (
        <li key={type}>
          <Ltr>{type}</Ltr>
          {language === 'en' && <span className="small"> {summary}</span>}
        </li>
      ))}
    </ul>
  )
}
