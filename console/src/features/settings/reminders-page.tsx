import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import type { Rule } from './reminder-draft.ts'
import { EditReminder, NewReminder } from './reminder-form.tsx'
import { reminderTexts } from './reminder-texts.ts'
import { SettingsRoom } from './settings-room.tsx'

/** When patients are reminded of their visits. */
export function RemindersPage() {
  const t = useTexts(reminderTexts)
  const { open } = useDrawer()
  const rules = useReadAll('listReminderRules', {})
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {t.newRule}
    </Button>
  )
  return (
    <SettingsRoom actions={add}>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={rules} rows={3} height={48}>
          {all => <Rules rules={all} />}
        </Loaded>
      </Section>
      <UrlDrawer name="new" title={t.newRule}>
        {() => <NewReminder />}
      </UrlDrawer>
    </SettingsRoom>
  )
}

function Rules({ rules }: { rules: readonly Rule[] }) {
  const t = useTexts(reminderTexts)
  const { open } = useDrawer()
  const columns: readonly Column<Rule>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <Name>{name}</Name> },
    { key: 'channel', title: t.channel, cell: ({ channel }) => t.channels[channel] },
    {
      key: 'when',
      title: t.when,
      cell: ({ minutesBefore, daysBefore, at }) =>
        minutesBefore === null ? t.daysSaid(daysBefore ?? 0, at ?? '') : t.minutesSaid(minutesBefore),
    },
    {
      key: 'active',
      title: t.rule,
      cell: ({ active, problem }) => (
        <span className="tag" data-tone={active ? (problem === null ? 'ok' : 'warn') : undefined}>
          {active ? (problem === null ? t.on : t.stopped) : t.off}
        </span>
      ),
    },
  ]
  return (
    <>
      <Grid
        label={t.title}
        rows={rules}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => plainName(name)}
        onOpen={({ id }) => open(id)}
        empty={<Text c="dimmed">{t.empty}</Text>}
      />
      {rules.map(rule => (
        <UrlDrawer key={rule.id} name={rule.id} title={t.rule}>
          {() => <AsOpened of={rule}>{one => <EditReminder rule={one} />}</AsOpened>}
        </UrlDrawer>
      ))}
    </>
  )
}
