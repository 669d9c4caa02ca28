import { Button, Group, Modal, NumberInput, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Moment } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ui } from '../../ui/texts.ts'
import { healthTexts } from './health-texts.ts'
import type { PluginProps } from './plugin-props.ts'
import { RequestsOfHour } from './requests-of-hour.tsx'
import { usePluginWrite } from './use-plugin-write.ts'

/** How the plugin is doing, why, and how much it may read in a day. */
export function HealthSection({ plugin }: PluginProps) {
  const t = useTexts(healthTexts)
  const health = useRead('getPluginHealth', { id: plugin.id })
  const manages = useMay('plugins:manage')
  return (
    <Section title={t.health}>
      <Stack gap="md">
        {plugin.health?.causes.map(cause => (
          <Notice key={cause} tone="warn">
            {t.causes[cause]}
          </Notice>
        ))}
        <Loaded query={health} rows={1} height={64}>
          {found => <Figures found={found} />}
        </Loaded>
        {manages && <Limit plugin={plugin} />}
      </Stack>
    </Section>
  )
}

function Figures({ found }: { found: NonNullable<ReturnType<typeof useRead<'getPluginHealth'>>['data']> }) {
  const t = useTexts(healthTexts)
  const { lastUsedAt, patientsToday, patientsAllowedToday } = found
  return (
    <dl className="facts">
      <RequestsOfHour of={found} />
      <div>
        <dt>{t.lastUsed}</dt>
        <dd>{lastUsedAt === null ? t.neverUsed : <Moment at={lastUsedAt} />}</dd>
      </div>
      <div>
        <dt>{t.patientsToday}</dt>
        <dd>
          {t.ofLimit(patientsToday, patientsAllowedToday)}
          <Progress
            mt={6}
            value={Math.min(100, (100 * patientsToday) / patientsAllowedToday)}
            color={patientsToday > 0.8 * patientsAllowedToday ? 'red' : undefined}
            aria-label={t.patientsToday}
          />
        </dd>
      </div>
    </dl>
  )
}

/** Raises or lowers how many patients the plugin is shown in a day. */
function Limit({ plugin }: PluginProps) {
  const t = useTexts(healthTexts)
  const words = useTexts(ui)
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState<number | string>(plugin.patientsPerDay)
  const changing = usePluginWrite('putPluginLimits', ({ patientsPerDay }) => t.limitChanged(patientsPerDay))
  const close = () => setOpened(false)
  const save = () =>
    changing.mutate({ id: plugin.id, patientsPerDay: Math.round(Number(wanted)) }, { onSuccess: close })
  return (
    <Group>
      <Button variant="default" size="sm" onClick={() => setOpened(true)}>
        {t.changeLimit}
      </Button>
      <Modal opened={opened} onClose={close} title={t.perDay} closeButtonProps={{ 'aria-label': words.close }}>
        <Stack>
          <Text>{t.perDayLead}</Text>
          <NumberInput
            label={t.perDay}
            min={100}
            max={1_000_000}
            allowDecimal={false}
            value={wanted}
            onChange={setWanted}
            hideControls
            data-autofocus
          />
          <ProblemNotice error={changing.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button loading={changing.isPending} onClick={save}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Group>
  )
}
