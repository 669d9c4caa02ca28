import { MOST_OF_HOUR } from '@clinic/contract/staff/plugin-health.ts'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { healthTexts } from './health-texts.ts'

type Counts = Pick<Returned<'getPluginHealth'>, 'requestsOfHour' | 'failedOfHour'>

/** The requests of the last hour, as far as they are looked at, and how many of them failed. */
export function RequestsOfHour({ of: { requestsOfHour, failedOfHour } }: { of: Counts }) {
  const t = useTexts(healthTexts)
  return (
    <div>
      <dt>{t.requestsOfHour}</dt>
      <dd>
        {requestsOfHour < MOST_OF_HOUR ? requestsOfHour : t.atLeast(requestsOfHour)}
        {failedOfHour > 0 && <span className="small"> {t.failed(failedOfHour)}</span>}
      </dd>
    </div>
  )
}
