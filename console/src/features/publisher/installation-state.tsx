import { useTexts } from '../../lib/language-choice.tsx'
import type { InstallationProps } from './installation.ts'
import { installationTexts } from './installation-texts.ts'

const TONES = { ACTIVE: undefined, UPDATE_PENDING: 'warn', SUSPENDED: 'danger', UNINSTALLED: 'quiet' } as const

/** How the plugin stands in the clinic; one that a side has stopped says so. */
export function InstallationState({ installation: { status, runs } }: InstallationProps) {
  const t = useTexts(installationTexts)
  const stopped = !runs && (status === 'ACTIVE' || status === 'UPDATE_PENDING')
  return (
    <span className="tag" data-tone={stopped ? 'danger' : TONES[status]}>
      {stopped ? t.stopped : t.states[status]}
    </span>
  )
}
