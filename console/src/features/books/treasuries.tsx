import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import {
  IconBuildingBank,
  IconCashBanknote,
  IconCreditCard,
  IconWorldDollar,
  type TablerIcon,
} from '@tabler/icons-react'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import classes from './books.module.css'
import { books } from './texts.ts'
import { NewTreasury, TreasuryDrawer } from './treasury-drawer.tsx'
import type { Treasury } from './use-refused.ts'

const ICONS: Readonly<Record<Treasury['type'], TablerIcon>> = {
  CASH: IconCashBanknote,
  BANK: IconBuildingBank,
  POS: IconCreditCard,
  GATEWAY: IconWorldDollar,
}

/** Each place where money is kept, with what is in it; those out of use come last. */
export function Treasuries() {
  const t = useTexts(books)
  const drawer = useDrawer()
  const mayManage = useMay('settings:manage')
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t.treasuries}
        </Title>
        {mayManage && (
          <Button size="compact-sm" variant="subtle" onClick={() => drawer.open('treasury')}>
            {t.addTreasury}
          </Button>
        )}
      </Group>
      <Loaded query={useReadAll('listKeptTreasuries', {})} rows={1} height={112}>
        {treasuries => (
          <>
            <Cards treasuries={treasuries.toSorted((one, other) => Number(other.active) - Number(one.active))} />
            {treasuries.map(one => (
              <UrlDrawer key={one.id} name={one.id} title={plainName(one.name)}>
                {() => <TreasuryDrawer treasury={one} />}
              </UrlDrawer>
            ))}
          </>
        )}
      </Loaded>
      <UrlDrawer name="treasury" title={t.addTreasury}>
        {() => <NewTreasury />}
      </UrlDrawer>
    </Stack>
  )
}

function Cards({ treasuries }: { treasuries: readonly Treasury[] }) {
  const t = useTexts(books)
  if (treasuries.length === 0)
    return (
      <div className={`card ${classes.none}`}>
        <Text fw={600}>{t.noTreasuries}</Text>
        <Text c="dimmed">{t.noTreasuriesLead}</Text>
      </div>
    )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      {treasuries.map(one => (
        <TreasuryCard key={one.id} treasury={one} />
      ))}
    </SimpleGrid>
  )
}

function TreasuryCard({ treasury }: { treasury: Treasury }) {
  const t = useTexts(books)
  const { language } = useLanguage()
  const { date } = useFormats()
  const { open } = useDrawer()
  const { data: workplace } = useRead('getWorkplace', {})
  const isSeen = useMay('books:read')
  const { id, name, type, branchId, active, closedThrough, balance } = treasury
  const branch = workplace?.branches.find(one => one.id === branchId)
  const Icon = ICONS[type]
  return (
    <button type="button" className={classes.treasury} data-active={active} onClick={() => open(id)}>
      <Group gap="xs" wrap="nowrap" className={classes.head}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <Text fw={600} truncate>
          <Name>{name}</Name>
        </Text>
        {!active && (
          <span className="tag" data-tone="quiet">
            {t.inactive}
          </span>
        )}
      </Group>
      {isSeen && workplace && (
        <span className={classes.balance}>
          <Money amount={balance} currency={workplace.currency} />
        </span>
      )}
      <Text size="sm" c="dimmed">
        {branch ? <Name>{nameOf(language, branch)}</Name> : t.wholeClinic}
        {' · '}
        {closedThrough === null ? t.neverClosed : t.closedThrough(date(closedThrough))}
      </Text>
    </button>
  )
}
