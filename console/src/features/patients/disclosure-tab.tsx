import { ACTOR_KINDS } from '@clinic/contract/staff/audit-words.ts'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconEye, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { useDisclosureColumns } from './disclosure-columns.tsx'
import { DisclosureCopy } from './disclosure-copy.tsx'
import { disclosure } from './disclosure-texts.ts'

/** The log counts by days of UTC: the one that an instant lies in, so that nothing of a day of the clinic is left out. */
const dayOfLog = (at: string | undefined): string | undefined => at && `${at.slice(0, 10)}T00:00:00.000Z`

/** Who saw the patient, when, what of them, and on what ground; with a copy for the patient. */
export function DisclosureTab({ id }: { id: string }) {
  const t = useTexts(disclosure)
  const { read } = useUrlState()
  const { clinicId } = useClinicApi()
  const { startOf } = useDays()
  const drawer = useDrawer()
  const columns = useDisclosureColumns()
  const asked = {
    id,
    kind: ACTOR_KINDS.find(kind => kind === read('kind')),
    from: dayOfLog(startOf(read('from'))),
    to: startOf(read('to'), { after: true }),
  }
  const pages = useReadPages('listDisclosures', cursor => ({ ...asked, cursor }), { keeps: true })
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Text c="dimmed" maw={620} flex="1 1 320px">
          {t.lead}
        </Text>
        <Button size="sm" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => drawer.open('copy')}>
          {t.print}
        </Button>
      </Group>
      <Filters />
      <Pages query={pages} height={240}>
        {rows => (
          <Grid
            label={t.list}
            rows={rows}
            columns={columns}
            idOf={({ day, id: caller }) => `${day} ${caller}`}
            nameOf={({ day }) => day}
            filters={['kind', 'from', 'to']}
            empty={
              <Empty icon={<IconEye size={22} stroke={1.6} />} title={t.empty}>
                {t.emptyLead}
              </Empty>
            }
          />
        )}
      </Pages>
      <Text size="sm">
        <Anchor renderRoot={props => <Link {...props} to={hrefOf(clinicId, 'audit')} search={{ patient: id }} />}>
          {t.records}
        </Anchor>
      </Text>
      <UrlDrawer name="copy" title={t.printTitle}>
        {() => <DisclosureCopy id={id} />}
      </UrlDrawer>
    </Stack>
  )
}

function Filters() {
  const t = useTexts(disclosure)
  const kinds = ACTOR_KINDS.map(value => ({ value, label: t.kinds[value] }))
  return (
    <FilterBar
      filters={[
        { name: 'kind', label: t.kind, options: [{ value: '', label: t.allKinds }, ...kinds] },
        { name: 'from', label: t.from },
        { name: 'to', label: t.to },
      ]}
    />
  )
}
