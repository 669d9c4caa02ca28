import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconTrash, type TablerIcon } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { plugins } from './texts.ts'

type Plugin = Pick<Returned<'getInstalledPlugin'>, 'status' | 'mode'>

const LOOKS: Readonly<Record<Plugin['status'], readonly [tone: string, icon: TablerIcon]>> = {
  ACTIVE: ['good', IconCircleCheck],
  UPDATE_PENDING: ['warn', IconAlertTriangle],
  SUSPENDED: ['danger', IconPlayerPause],
  UNINSTALLED: ['quiet', IconTrash],
}

/** How a plugin stands: by colour, sign and word. */
export function PluginState({ plugin: { status, mode } }: { plugin: Plugin }) {
  const t = useTexts(plugins)
  const [tone, Icon] = LOOKS[status]
  return (
    <>
      <span className="tag" data-tone={tone}>
        <Icon size={15} aria-hidden />
        {t.states[status]}
      </span>{' '}
      {mode === 'TEST' && (
        <span className="tag" data-tone="warn">
          {t.test}
        </span>
      )}
    </>
  )
}
