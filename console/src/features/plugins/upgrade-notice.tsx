import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Notice } from '../../ui/notice.tsx'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'

/** A version waits that asks for more: those who may decide look at the difference. */
export function UpgradeNotice({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const { clinicId } = useClinicApi()
  const manages = useMay('plugins:manage')
  const version = plugin.pendingVersion ?? ''
  if (!manages) return <Notice tone="warn">{t.updateForOwner(version)}</Notice>
  return (
    <Notice tone="warn">
      <Group justify="space-between" gap="sm">
        {t.update(version)}
        <Button component={Link} to={hrefOf(clinicId, 'pluginUpgrade', { id: plugin.id })} size="sm" variant="default">
          {t.review}
        </Button>
      </Group>
    </Notice>
  )
}
