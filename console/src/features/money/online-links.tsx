import { ONLINE_STATES } from '@clinic/contract/staff/online-payments.ts'
import { Stack, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { Amount, Whose } from './money-parts.tsx'
import { OnlineLink } from './online-link.tsx'
import { type OnlineEntry, OnlineState } from './online-parts.tsx'
import { online } from './online-texts.ts'
import { money } from './texts.ts'

/** Those that failed first, however old; the others newest first, as they come. */
function useFailedFirst(isAsked: boolean) {
  const { data } = useReadPages('listClinicOnlinePayments', cursor => ({ state: 'FAILED', cursor }), { when: isAsked })
  const failed = isAsked ? (data?.pages ?? []).flatMap(page => page.data) : []
  return (rows: readonly OnlineEntry[]): readonly OnlineEntry[] => [
    ...failed,
    ...rows.filter(({ id }) => !failed.some(one => one.id === id)),
  ]
}

/** All links to pay by, as far as they are asked for; what can be done with one opens beside them. */
export function OnlineLinks() {
  const t = useTexts(online)
  const m = useTexts(money)
  const { read } = useUrlState()
  const { opened, open } = useDrawer()
  const columns = useColumns()
  const state = ONLINE_STATES.find(one => one === read('state'))
  const pages = useReadPages('listClinicOnlinePayments', cursor => ({ state, cursor }), { keeps: true })
  const inOrder = useFailedFirst(state === undefined)
  const states = ONLINE_STATES.map(value => ({ value, label: t.states[value] }))
  return (
    <Section title={t.links}>
      <Stack gap="md">
        <FilterBar
          filters={[{ name: 'state', label: t.state, options: [{ value: '', label: t.anyState }, ...states] }]}
        />
        <Pages query={pages} height={320}>
          {rows => (
            <>
              <Grid
                label={t.links}
                rows={inOrder(rows)}
                columns={columns}
                idOf={({ id }) => id}
                nameOf={({ invoiceNumber }) => m.invoice(invoiceNumber ?? 0)}
                onOpen={({ id }) => open(id)}
                filters={['state']}
                empty={
                  <Empty icon={<IconLink size={22} stroke={1.6} />} title={t.none}>
                    {t.noneLead}
                  </Empty>
                }
              />
              {opened.startsWith('opy_') && (
                <UrlDrawer name={opened} title={t.aLink}>
                  {() => <Opened link={inOrder(rows).find(({ id }) => id === opened)} />}
                </UrlDrawer>
              )}
            </>
          )}
        </Pages>
      </Stack>
    </Section>
  )
}

function Opened({ link }: { link: OnlineEntry | undefined }) {
  const t = useTexts(online)
  return link ? <OnlineLink key={link.id} link={link} /> : <Text>{t.gone}</Text>
}

function useColumns(): readonly Column<OnlineEntry>[] {
  const t = useTexts(online)
  const m = useTexts(money)
  return [
    {
      key: 'invoice',
      title: m.anInvoice,
      cell: ({ invoiceNumber }) => m.invoice(invoiceNumber ?? 0),
      by: ({ invoiceNumber }) => invoiceNumber ?? 0,
    },
    { key: 'patient', title: m.patient, cell: one => <Whose of={one} /> },
    { key: 'state', title: t.state, cell: ({ state }) => <OnlineState of={state} /> },
    { key: 'amount', title: m.amount, cell: ({ amount }) => <Amount of={amount} />, by: ({ amount }) => amount },
    { key: 'made', title: t.made, cell: ({ createdAt }) => <Moment at={createdAt} />, by: one => one.createdAt },
    {
      key: 'sent',
      title: t.sentAt,
      cell: ({ sentAt }) => (sentAt === null ? t.notSent : <Moment at={sentAt} />),
      by: ({ sentAt }) => sentAt ?? '',
    },
  ]
}
