import { useTexts } from '../../lib/language-choice.tsx'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { ownPluginTexts } from './plugin-texts.ts'

type State = PublisherReturned<'listOwnVersions'>['state']

const TONES: Readonly<Partial<Record<State, string>>> = {
  UPLOADED: 'quiet',
  IN_REVIEW: 'warn',
  REJECTED: 'danger',
  WITHDRAWN: 'quiet',
}

export function VersionState({ state }: { state: State }) {
  const t = useTexts(ownPluginTexts)
  return (
    <span className="tag" data-tone={TONES[state]}>
      {t.states[state]}
    </span>
  )
}
