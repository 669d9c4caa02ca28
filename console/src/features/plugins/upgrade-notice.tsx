import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Notice } from '../../ui/notice.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { Upgrade } from './upgrade.tsx'

/** A version waits that asks for more: those who may decide look at the difference. */
export function UpgradeNotice({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const manages = useMay('plugins:manage')
  const drawer = useDrawer()
  const version = plugin.pendingVersion ?? ''
  if (!manages) return <Notice tone="warn">{t.updateForOwner(version)}</Notice>
  return (
    <>
      <Notice tone="warn">
        <Group justify="space-between" gap="sm">
          {t.update(version)}
          <Button size="sm" variant="default" onClick={() => drawer.open('upgrade')}>
            {t.review}
          </Button>
        </Group>
      </Notice>
      <UrlDrawer name="upgrade" title={t.reviewTitle(version)}>
        {() => <Upgrade plugin={plugin} />}
      </UrlDrawer>
    </>
  )
}
