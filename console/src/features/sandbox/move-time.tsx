import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { RunState } from './run-state.tsx'
import classes from './sandbox.module.css'
import { sandboxTexts } from './texts.ts'
import { type Clock, isUnderWay, useClock } from './use-clock.ts'

/** Moves the time of the clinic forward. */
export function MoveTime() {
  const t = useTexts(sandboxTexts)
  const clock = useClock()
  return (
    <Stack gap="lg">
      <Section title={t.tabs.time} lead={t.timeLead}>
        <Loaded query={clock}>{data => <Move clock={data} />}</Loaded>
      </Section>
      {useMay('plugins:manage') && <PluginsMayMove />}
    </Stack>
  )
}

const DAY_MS = 86_400_000
const daysOf = (preset: string): number => Number(preset.slice(1, -1))

/** Where a choice leads to, as an instant: so many days on, or noon of a day. */
const untilOf = ({ now }: Clock, preset: string, date: string): string =>
  date === '' ? new Date(Date.parse(now) + daysOf(preset) * DAY_MS).toISOString() : `${date}T12:00:00.000Z`

function Move({ clock }: { clock: Clock }) {
  const t = useTexts(sandboxTexts)
  const [preset, setPreset] = useState('P30D')
  const [date, setDate] = useState('')
  const moving = useWrite('moveSandboxTime', { changes: ['getSandboxTime'] })
  const move = () =>
    moving.mutate({ ...(date === '' ? { advance: preset } : { to: untilOf(clock, preset, date) }), waitSeconds: 0 })
  return (
    <Stack>
      <dl className={classes.facts}>
        <Fact name={t.now} at={clock.now} />
        <Fact name={t.realNow} at={clock.realNow} />
      </dl>
      <Group gap="xs" role="group" aria-label={t.howFar}>
        {Object.entries(t.presets).map(([value, label]) => {
          const isChosen = date === '' && preset === value
          const choose = () => {
            setPreset(value)
            setDate('')
          }
          return (
            <Button
              key={value}
              size="compact-md"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              onClick={choose}
            >
              {label}
            </Button>
          )
        })}
      </Group>
      <TextInput
        type="date"
        label={t.date}
        maw={280}
        value={date}
        onChange={event => setDate(event.currentTarget.value)}
      />
      <WhatWillHappen until={untilOf(clock, preset, date).slice(0, 10)} />
      {clock.run?.kind === 'CLOCK' && <RunState run={clock.run} />}
      <ProblemNotice error={moving.error} own={{ invalid_state_transition: t.underWay }} />
      <Group>
        <Button onClick={move} loading={moving.isPending || isUnderWay(clock)}>
          {t.move}
        </Button>
      </Group>
    </Stack>
  )
}

const Fact = ({ name, at }: { name: string; at: string }) => (
  <div>
    <Text component="dt" c="dimmed" size="sm">
      {name}
    </Text>
    <dd>
      <Moment at={at} />
    </dd>
  </div>
)

function WhatWillHappen({ until }: { until: string }) {
  const t = useTexts(sandboxTexts)
  const clock = useRead('getSandboxTime', { until: `${until}T12:00:00.000Z` })
  const names = new Map<string, string>(Object.entries(t.kinds))
  if (clock.data === undefined) return null
  return (
    <div>
      <Text fw={600} mb={6}>
        {t.will}
      </Text>
      {clock.data.due.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
      <ul className={classes.list}>
        {clock.data.due.map(({ kind, count, first }) => (
          <li key={kind}>
            {names.get(kind) ?? t.otherKind}: <bdi>{count}</bdi>, {t.first} <Moment at={first} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PluginsMayMove() {
  const t = useTexts(sandboxTexts)
  const allowed = useRead('getSandboxSwitch', {})
  return (
    <Section title={t.allow} lead={t.allowLead}>
      <Loaded query={allowed} rows={1} height={32}>
        {found => <MaySwitch allowed={found} />}
      </Loaded>
    </Section>
  )
}

function MaySwitch({ allowed: { pluginsMoveTime, version } }: { allowed: Returned<'getSandboxSwitch'> }) {
  const t = useTexts(sandboxTexts)
  const saving = useWrite('setSandboxSwitch', {
    changes: ['getSandboxSwitch'],
    of: { version, words: { fields: { pluginsMoveTime: t.allow } } },
  })
  return (
    <>
      <Switch
        label={t.allow}
        checked={pluginsMoveTime}
        disabled={saving.isPending}
        onChange={event => saving.mutate({ pluginsMoveTime: event.currentTarget.checked })}
      />
      <ProblemNotice error={saving.error} />
    </>
  )
}
