import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconTrash, type TablerIcon } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { healthTexts } from './health-texts.ts'
import { plugins } from './texts.ts'

type Plugin = Pick<Returned<'getInstalledPlugin'>, 'health' | 'mode'>

const LOOKS: Readonly<
  Record<NonNullable<Plugin['health']>['state'], readonly [tone: string | undefined, icon: TablerIcon]>
> = {
  WORKING: [undefined, IconCircleCheck],
  ATTENTION: ['warn', IconAlertTriangle],
  STOPPED: ['danger', IconPlayerPause],
}

/** How a plugin is doing: by colour, sign and word; one without health was removed. */
export function HealthState({ health }: { health: Pick<NonNullable<Plugin['health']>, 'state'> | null }) {
  const t = useTexts(healthTexts)
  const words = useTexts(plugins)
  const [tone, Icon] = health ? LOOKS[health.state] : ['quiet', IconTrash]
  return (
    <span className="tag" data-tone={tone}>
      <Icon size={15} aria-hidden />
      {health ? t.states[health.state] : words.removed}
    </span>
  )
}

/** The same of a plugin of the clinic, which may be there for tests alone. */
export function HealthTag({ plugin: { health, mode } }: { plugin: Plugin }) {
  const words = useTexts(plugins)
  return (
    <>
      <HealthState health={health} />{' '}
      {mode === 'TEST' && (
        <span className="tag" data-tone="warn">
          {words.test}
        </span>
      )}
    </>
  )
}
