import { SECURITY_EVENT_KINDS, SECURITY_LEVELS } from '@clinic/contract/staff/security-events.ts'
import { Button, Stack, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { NoneFound } from '../../ui/grid/none-found.tsx'
import { More } from '../../ui/more.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { SecurityEventCard } from './security-event-card.tsx'
import { SecuritySettings } from './security-settings.tsx'
import { securityTexts } from './texts.ts'

/** How often the room looks for what has happened meanwhile. */
const LOOK_MS = 15_000

/** What the clinic was warned of: first what a person is still to look at. */
export function SecurityEventsPage() {
  const t = useTexts(securityTexts)
  const drawer = useDrawer()
  return (
    <Room
      title={t.title}
      lead={t.lead}
      actions={
        <Button size="sm" variant="default" onClick={() => drawer.open('settings')}>
          {t.settings}
        </Button>
      }
    >
      <Stack gap="md">
        <Title order={2} size="h4">
          {t.open}
        </Title>
        <Open />
        <Title order={2} size="h4" mt="md">
          {t.all}
        </Title>
        <All />
      </Stack>
      <UrlDrawer name="settings" title={t.settings}>
        {() => <SecuritySettings />}
      </UrlDrawer>
    </Room>
  )
}

function Open() {
  const t = useTexts(securityTexts)
  const pages = useReadPages('listSecurityEvents', cursor => ({ open: true, cursor }), { every: LOOK_MS })
  return (
    <>
      <Loaded query={pages} rows={1} height={275}>
        {({ pages: found }) => {
          const events = found.flatMap(({ data }) => data)
          return events.length === 0 ? (
            <Empty icon={<IconShieldCheck size={22} stroke={1.6} />} title={t.nothingOpen}>
              {t.nothingOpenLead}
            </Empty>
          ) : (
            events.map(event => <SecurityEventCard key={event.id} event={event} />)
          )
        }}
      </Loaded>
      <More query={pages} />
    </>
  )
}

function All() {
  const t = useTexts(securityTexts)
  const { read } = useUrlState()
  const kind = SECURITY_EVENT_KINDS.find(one => one === read('kind'))
  const level = SECURITY_LEVELS.find(one => one === read('level'))
  const pages = useReadPages('listSecurityEvents', cursor => ({ kind, level, cursor }), { every: LOOK_MS })
  const choice = (none: string, words: Readonly<Record<string, string>>) => [
    { value: '', label: none },
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
  ]
  return (
    <>
      <FilterBar
        filters={[
          { name: 'level', label: t.level, options: choice(t.allLevels, t.levels) },
          { name: 'kind', label: t.kind, options: choice(t.allKinds, t.kinds) },
        ]}
      />
      <Loaded query={pages} rows={1} height={220}>
        {({ pages: found }) => {
          const events = found.flatMap(({ data }) => data)
          if (events.length > 0) return events.map(event => <SecurityEventCard key={event.id} event={event} />)
          return kind || level ? <NoneFound filters={['kind', 'level']} /> : <Empty title={t.empty} />
        }}
      </Loaded>
      <More query={pages} />
    </>
  )
}
