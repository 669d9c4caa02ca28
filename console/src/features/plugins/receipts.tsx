import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { shell } from '../../app/texts.ts'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { useLocalized } from './localized.ts'
import type { PluginProps } from './plugin-props.ts'
import { pluginTexts } from './plugin-texts.ts'
import { ReceiptText } from './receipt-text.tsx'

type Receipt = Returned<'listConsentReceipts'>

/** What was agreed to, by whom and when; each opens to be printed. */
export function Receipts({ plugin }: PluginProps) {
  const t = useTexts(pluginTexts)
  const drawer = useDrawer()
  const receipts = useReadAll('listConsentReceipts', { id: plugin.id })
  const opened = receipts.data?.find(({ id }) => id === drawer.opened)
  return (
    <Section title={t.receipts}>
      <Loaded query={receipts} rows={1} height={64}>
        {found => (
          <ul className="rows">
            {found.map(({ id, givenAt, giverName, version, scopes }) => (
              <li key={id}>
                <Group justify="space-between" gap="sm">
                  <div>
                    <Text fw={600}>{t.receiptOf(giverName ?? t.bySystem, version)}</Text>
                    <Text size="sm" c="dimmed">
                      <Moment at={givenAt} /> · {t.permissionCount(scopes.length)}
                    </Text>
                  </div>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`${t.openReceipt}: ${t.receiptOf(giverName ?? t.bySystem, version)}`}
                    onClick={() => drawer.open(id)}
                  >
                    {t.openReceipt}
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {opened && (
        <UrlDrawer name={opened.id} title={t.openReceipt}>
          {() => <Shown plugin={plugin} receipt={opened} />}
        </UrlDrawer>
      )}
    </Section>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function Shown({ plugin, receipt }: PluginProps & { receipt: Receipt }) {
  const t = useTexts(pluginTexts)
  const { roles } = useTexts(shell)
  const localized = useLocalized()
  const { giverName, giverRole, givenAt, address, sessionId, secondFactorAt, language } = receipt
  return (
    <Stack className="print">
      <Text fw={600}>
        <Name>{localized(plugin.name)}</Name> · <Ltr>{receipt.version}</Ltr>
      </Text>
      <dl className="facts">
        <Fact title={t.agreedBy}>
          {giverName === null ? t.bySystem : <Name>{giverName}</Name>}
          {giverRole !== null && <span className="small"> {roles[giverRole]}</span>}
        </Fact>
        <Fact title={t.agreedAt}>
          <Moment at={givenAt} />
        </Fact>
        {address !== null && (
          <Fact title={t.agreedFrom}>
            <Ltr>{address}</Ltr>
          </Fact>
        )}
        {giverName !== null && (
          <Fact title={t.secondFactor}>
            {secondFactorAt === null ? t.noSecondFactor : <Moment at={secondFactorAt} />}
          </Fact>
        )}
        {language !== null && <Fact title={t.readIn}>{t.languages[language]}</Fact>}
        {sessionId !== null && (
          <Fact title={t.session}>
            <Ltr>{sessionId}</Ltr>
          </Fact>
        )}
      </dl>
      <ReceiptText receipt={receipt} />
      <Group>
        <Button variant="default" onClick={() => print()}>
          {t.print}
        </Button>
      </Group>
    </Stack>
  )
}
