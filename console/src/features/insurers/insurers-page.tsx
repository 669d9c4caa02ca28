import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { SettingsRoom } from '../settings/settings-room.tsx'
import type { Insurer } from './drafts.ts'
import { UsedTag, useCurrency } from './fields.tsx'
import { NewInsurer } from './insurer-form.tsx'
import { insurerTexts } from './texts.ts'

/** The insurers that the clinic works with; each has a page of its own with its policies. */
export function InsurersPage() {
  const t = useTexts(insurerTexts)
  const { open } = useDrawer()
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {t.newInsurer}
    </Button>
  )
  return (
    <SettingsRoom actions={add}>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={useReadAll('listInsurers', {})} rows={4} height={48}>
          {all => <Insurers insurers={all} />}
        </Loaded>
      </Section>
      <UrlDrawer name="new" title={t.newInsurer}>
        {() => <NewInsurer />}
      </UrlDrawer>
    </SettingsRoom>
  )
}

function Insurers({ insurers }: { insurers: readonly Insurer[] }) {
  const t = useTexts(insurerTexts)
  const { clinicId } = useClinicApi()
  const currency = useCurrency()
  const columns: readonly Column<Insurer>[] = [
    { key: 'name', title: t.name, by: ({ name }) => name, cell: ({ name }) => <Name>{name}</Name> },
    {
      key: 'share',
      title: t.insurancePercentage,
      by: ({ insurancePercentage }) => insurancePercentage ?? 0,
      cell: ({ insurancePercentage }) => insurancePercentage !== null && <Ltr>{insurancePercentage}</Ltr>,
    },
    {
      key: 'limit',
      title: t.limit,
      cell: ({ insuranceLimit, insuranceUnlimited }) => {
        if (insuranceUnlimited || insuranceLimit === null) return t.unlimited
        return currency !== '' && <Money amount={insuranceLimit} currency={currency} />
      },
    },
    { key: 'policies', title: t.policyCount, cell: ({ totalPolicies }) => <Ltr>{totalPolicies}</Ltr> },
    { key: 'state', title: t.state, cell: ({ disabled }) => <UsedTag disabled={disabled} /> },
  ]
  return (
    <Grid
      label={t.title}
      rows={insurers}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => plainName(name)}
      href={({ id }) => hrefOf(clinicId, 'settingsInsurer', { id })}
      empty={<Text c="dimmed">{t.empty}</Text>}
    />
  )
}
