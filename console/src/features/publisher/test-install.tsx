import { NativeSelect, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherRead, usePublisherReadAll } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { isManifest } from './consent-of.ts'
import { sandboxTexts } from './sandbox-texts.ts'
import { TestInstallForm } from './test-install-form.tsx'
import type { OwnPlugin } from './use-own-plugin.ts'

interface TestInstallProps {
  plugins: readonly OwnPlugin[]
  onInstalled: (installed: PublisherReturned<'createTestInstallation'>) => void
}

/** Which version of which plugin is tried; both stand in the address. */
export function TestInstall({ plugins, onInstalled }: TestInstallProps) {
  const t = useTexts(sandboxTexts)
  const { read, write } = useUrlState()
  const uploaded = plugins.filter(({ newestVersion }) => newestVersion !== null)
  const plugin = uploaded.find(({ id }) => id === read('plugin')) ?? uploaded[0]
  const id = plugin?.id ?? ''
  const versions = usePublisherReadAll('listOwnVersions', { id }, plugin !== undefined)
  const offered = (versions.data ?? []).filter(({ state }) => state !== 'WITHDRAWN' && state !== 'REJECTED')
  const version = offered.find(one => one.version === read('version')) ?? offered[0]
  const whole = usePublisherRead('getOwnVersion', { id, version: version?.version ?? '' }, version !== undefined)
  return (
    <Section title={t.install} lead={t.installLead}>
      <Stack gap="lg">
        <NativeSelect
          size="md"
          label={t.plugin}
          data={uploaded.map(({ id: value, slug }) => ({ value, label: slug }))}
          value={id}
          onChange={event => write({ plugin: event.currentTarget.value, version: '' })}
        />
        <NativeSelect
          size="md"
          label={t.version}
          data={offered.map(one => one.version)}
          value={version?.version ?? ''}
          onChange={event => write({ plugin: id, version: event.currentTarget.value })}
        />
        <Loaded query={whole} rows={1} height={200}>
          {({ id: versionId, version: number, manifest }) =>
            isManifest(manifest) && (
              <TestInstallForm
                key={versionId}
                pluginId={id}
                release={{ version: number, manifest }}
                onInstalled={onInstalled}
              />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  )
}
