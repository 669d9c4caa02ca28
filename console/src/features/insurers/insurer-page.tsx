import { Button, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { CalendarDay, Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { SettingsRoom } from '../settings/settings-room.tsx'
import { type Insurer, lastDay, type Policy } from './drafts.ts'
import { UsedTag } from './fields.tsx'
import { EditInsurer } from './insurer-form.tsx'
import { NewPolicy, OpenPolicy } from './policy-form.tsx'
import { insurerTexts } from './texts.ts'

/** An insurer: what it bears, and its policies with their classes. */
export function InsurerPage() {
  const { problems } = useTexts(ui)
  const id = useRoomParam('id')
  return (
    <SettingsRoom>
      <Loaded query={useReadAll('listInsurers', {})} rows={4} height={220}>
        {all => {
          const insurer = all.find(one => one.id === id)
          return insurer ? <Shown insurer={insurer} /> : <Notice tone="warn">{problems.not_found}</Notice>
        }}
      </Loaded>
    </SettingsRoom>
  )
}

function Shown({ insurer }: { insurer: Insurer }) {
  const t = useTexts(insurerTexts)
  const { clinicId } = useClinicApi()
  const { open } = useDrawer()
  const { id, name, disabled } = insurer
  const policies = useReadAll('listInsurerPolicies', { insuranceCompanyId: id })
  return (
    <Stack gap="lg">
      <div>
        <Link to={hrefOf(clinicId, 'settingsInsurers')}>
          <IconArrowLeft size={16} aria-hidden className="flip" /> {t.backTo}
        </Link>
        <Text size="xl" fw={600} mt={4}>
          <Name>{name}</Name>
        </Text>
      </div>
      <Section title={t.policies} lead={t.policiesLead}>
        <Loaded query={policies} rows={3} height={48}>
          {all => <Policies policies={all} />}
        </Loaded>
        {!disabled && (
          <Button mt="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('policy')}>
            {t.newPolicy}
          </Button>
        )}
      </Section>
      <Section title={t.insurer}>
        <AsOpened of={insurer}>{one => <EditInsurer insurer={one} />}</AsOpened>
      </Section>
      <UrlDrawer name="policy" title={t.newPolicy}>
        {() => <NewPolicy insuranceCompanyId={id} />}
      </UrlDrawer>
    </Stack>
  )
}

function Policies({ policies }: { policies: readonly Policy[] }) {
  const t = useTexts(insurerTexts)
  const { open, opened } = useDrawer()
  const days = useDays()
  const named = policies.find(({ id }) => id === opened)
  const columns: readonly Column<Policy>[] = [
    { key: 'number', title: t.policyNumber, cell: ({ policyNumber }) => <Ltr>{policyNumber ?? t.unnumbered}</Ltr> },
    { key: 'holder', title: t.holderName, cell: ({ holderName }) => holderName !== null && <Name>{holderName}</Name> },
    { key: 'due', title: t.due, cell: ({ due }) => due !== null && <CalendarDay date={lastDay(days, due)} /> },
    { key: 'state', title: t.state, cell: one => <PolicyState policy={one} /> },
  ]
  return (
    <>
      <Grid
        label={t.policies}
        rows={policies}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ policyNumber, holderName }) => plainName(policyNumber ?? holderName ?? t.unnumbered)}
        onOpen={({ id }) => open(id)}
        empty={<Text c="dimmed">{t.noPolicies}</Text>}
      />
      {named && (
        <UrlDrawer name={named.id} title={t.policy}>
          {() => <OpenPolicy policy={named} />}
        </UrlDrawer>
      )}
    </>
  )
}

function PolicyState({ policy: { status, disabled } }: { policy: Policy }) {
  const t = useTexts(insurerTexts)
  const words = new Map<string | null, string>(Object.entries(t.statuses)).get(status)
  if (disabled || status === null || status === 'ACTIVE') return <UsedTag disabled={disabled} />
  return (
    <span className="tag" data-tone="warn">
      {words}
    </span>
  )
}
