import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useLocalized } from './localized.ts'
import { pluginTexts } from './plugin-texts.ts'
import { plugins } from './texts.ts'
import { Upgrade } from './upgrade.tsx'

/** A version that asks for more: only what differs, and the decision. */
export function UpgradePage() {
  const t = useTexts(pluginTexts)
  const words = useTexts(plugins)
  const localized = useLocalized()
  const id = useRoomParam('id')
  const plugin = useRead('getInstalledPlugin', { id })
  const leave = useToPlugin(id)
  const decided = plugin.data !== undefined && plugin.data.pendingVersion === null
  useEffect(() => {
    if (decided) leave()
  })
  const title = plugin.data ? t.reviewTitle(plugin.data.pendingVersion ?? plugin.data.version) : words.title
  return (
    <Room title={title} lead={plugin.data && localized(plugin.data.name)}>
      <Loaded query={plugin} rows={2} height={160}>
        {found => (found.pendingVersion === null ? null : <Upgrade plugin={found} />)}
      </Loaded>
    </Room>
  )
}

/** Back to the plugin, once it is decided. */
function useToPlugin(id: string): () => void {
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  return () => void navigate({ to: hrefOf(clinicId, 'plugin', { id }), replace: true })
}
