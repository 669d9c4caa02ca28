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
      {events.map(({ type, ...words }) => (
        <li key={type}>
          {words[language]}{' '}
          <span className="small">
            <Ltr>{type}</Ltr>
          </span>
        </li>
      ))}
    </ul>
  )
}
