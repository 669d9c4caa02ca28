import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherRead } from '../../lib/publisher.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ownPluginTexts } from './plugin-texts.ts'
import { UploadForm } from './upload-form.tsx'
import { type OwnPlugin, useOwnPlugin } from './use-own-plugin.ts'
import { firstManifest, manifestText, nextNumber } from './version-numbers.ts'
import { versionTexts } from './version-texts.ts'

/** Writes a version, and uploads it. */
export function NewVersionPage() {
  const t = useTexts(versionTexts)
  const words = useTexts(ownPluginTexts)
  const plugin = useOwnPlugin()
  return (
    <Room title={plugin.data ? t.newTitle(plugin.data.slug) : words.newVersion} lead={t.newLead}>
      <Loaded query={plugin} rows={1} height={460}>
        {found => <Begun plugin={found} />}
      </Loaded>
    </Room>
  )
}

/** The form begins with the version that the address names, else with the newest one, else with what is known of the publisher. */
function Begun({ plugin }: { plugin: OwnPlugin }) {
  const { read } = useUrlState()
  const from = read('from') || plugin.newestVersion || ''
  const before = usePublisherRead('getOwnVersion', { id: plugin.id, version: from }, from !== '')
  const publisher = usePublisherRead('getPublisher', {})
  const number = nextNumber(plugin.newestVersion)
  if (from !== '')
    return (
      <Loaded query={before} rows={1} height={460}>
        {({ manifest }) => <UploadForm plugin={plugin} number={number} start={manifestText(manifest)} />}
      </Loaded>
    )
  return (
    <Loaded query={publisher} rows={1} height={460}>
      {({ name, website, supportEmail }) => (
        <UploadForm
          plugin={plugin}
          number={number}
          start={firstManifest({ slug: plugin.slug, developerName: name.en, website, supportEmail })}
        />
      )}
    </Loaded>
  )
}
