import { Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherRead } from '../../lib/publisher.ts'
import { useRoomParam } from '../../lib/url-state.ts'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Conditions } from './conditions.tsx'
import { isManifest } from './consent-of.ts'
import { DifferenceShown } from './difference.tsx'
import { ExamShown } from './exam.tsx'
import { ManifestEditor } from './manifest-editor.tsx'
import { ownPluginTexts } from './plugin-texts.ts'
import { ConsentPreview, SettingsPreview } from './preview.tsx'
import { ReviewShown } from './review-shown.tsx'
import { useOwnPlugin } from './use-own-plugin.ts'
import type { Version, VersionProps } from './version.ts'
import { VersionActions } from './version-actions.tsx'
import { manifestText } from './version-numbers.ts'
import { VersionState } from './version-state.tsx'
import { versionTexts } from './version-texts.ts'

/** One version of a plugin: what it changes, how clinics see it, and what becomes of it. */
export function VersionPage() {
  const t = useTexts(ownPluginTexts)
  const number = useRoomParam('version')
  const plugin = useOwnPlugin()
  const version = usePublisherRead('getOwnVersion', { id: useRoomParam('id'), version: number })
  if (plugin.data && version.data) return <Shown plugin={plugin.data} version={version.data} />
  return (
    <Room title={t.version}>
      <Loaded query={{ ...version, data: undefined, error: version.error ?? plugin.error }} rows={2} height={200}>
        {() => null}
      </Loaded>
    </Room>
  )
}

const NO_LINES: ReadonlySet<number> = new Set()

function ManifestShown({ version }: { version: Version }) {
  const t = useTexts(versionTexts)
  const area = useRef<HTMLTextAreaElement>(null)
  return <ManifestEditor label={t.manifest} text={manifestText(version.manifest)} marked={NO_LINES} area={area} />
}

const Changes = ({ version }: { version: Version }) => <DifferenceShown difference={version.difference} />

/** What was uploaded is a manifest: the server has checked it. */
const Consent = ({ version }: { version: Version }) => {
  const { manifest } = version
  return isManifest(manifest) ? <ConsentPreview release={{ version: version.version, manifest }} /> : null
}
const Settings = ({ version }: { version: Version }) => {
  const { manifest } = version
  return isManifest(manifest) ? <SettingsPreview release={{ version: version.version, manifest }} /> : null
}

const PARTS = { changes: Changes, consent: Consent, settings: Settings, manifest: ManifestShown, exam: ExamShown }

function Shown({ plugin, version }: VersionProps) {
  const t = useTexts(versionTexts)
  const Part = PARTS[useTab(t.tabs) ?? 'changes']
  return (
    <Room
      title={t.title(plugin.slug, version.version)}
      state={<VersionState state={version.state} />}
      actions={<VersionActions plugin={plugin} version={version} />}
    >
      <Stack gap="lg">
        <ReviewShown version={version} />
        {version.state === 'UPLOADED' && <Conditions plugin={plugin} version={version} />}
        {version.notes !== null && (
          <Section title={t.notesTitle}>
            <Text dir="auto" className="breaks">
              {version.notes}
            </Text>
          </Section>
        )}
      </Stack>
      <RoomTabs label={t.parts} tabs={t.tabs} />
      <Part version={version} />
    </Room>
  )
}
