import { Button, Group } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import type { Card } from '../day/card.ts'
import { CardMenu } from '../day/card-menu.tsx'
import { Flags } from '../day/flags.tsx'
import { HeldMove } from '../day/held-move.tsx'
import { StatusTag } from '../day/status.tsx'
import { isExpected, nextStep, shownStatus } from '../day/status-rules.ts'
import { statusTexts } from '../day/status-texts.ts'
import type { Deeds } from '../day/use-deeds.ts'
import { visits } from '../day/visit-texts.ts'
import classes from './flow.module.css'
import { flow } from './texts.ts'
import { TimerTag } from './timer-tag.tsx'

export interface CardProps {
  card: Card
  workplace: Returned<'getWorkplace'>
  now: string
  deeds: Deeds
  /** The keys are meant for it as long as the focus is on no card. */
  isMarked: boolean
}

/** A visit on its way through the clinic. */
export function FlowCard({ card, workplace, now, deeds, isMarked }: CardProps) {
  const v = useTexts(visits)
  const { open } = useDrawer()
  const status = shownStatus(card)
  // The column says the rest.
  const isSaid = status === 'OPEN' || !(isExpected(card) || nextStep(card) === undefined) || status === 'COMPLETED'
  return (
    <li className={classes.card} data-visit={card.id} data-marked={isMarked || undefined}>
      <div className={classes.top}>
        <button type="button" className={classes.who} data-card onClick={() => open(card.id)}>
          {card.name === null ? v.noPatient : <Name>{card.name}</Name>}
        </button>
        <TimerTag {...{ card, now, rules: workplace.rules }} />
      </div>
      <Why card={card} workplace={workplace} />
      <div className={classes.tags}>
        {!isSaid && <StatusTag status={status} />}
        <Flags card={card} currency={workplace.currency} />
      </div>
      {deeds.mayMove(card) && (
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Next card={card} deeds={deeds} />
          <Group gap={4} wrap="nowrap">
            <HeldMove card={card} now={now} onUndo={() => void deeds.undo(card)} />
            <CardMenu card={card} deeds={deeds} />
          </Group>
        </Group>
      )}
    </li>
  )
}

/** Why the visit stands where it does: when it was booked for, or that it came without; with whom and where. */
function Why({ card, workplace }: Pick<CardProps, 'card' | 'workplace'>) {
  const t = useTexts(flow)
  const v = useTexts(visits)
  const { time } = useFormats()
  const { language } = useLanguage()
  const doctor = workplace.practitioners.find(({ id }) => id === card.doctorId)
  const procedures = workplace.procedures.filter(({ id }) => card.procedureIds.includes(id))
  const said = [
    card.walkIn ? t.cameWithout : t.booked(time(card.start)),
    ...(card.urgent ? [v.urgent] : []),
    ...(card.room === null ? [] : [v.inRoom(card.room)]),
    ...(card.isOnline ? [v.video] : []),
  ]
  return (
    <div className={classes.why}>
      <div>{said.join(' · ')}</div>
      {doctor && <Name>{plainName(nameOf(language, doctor))}</Name>}
      {procedures.length > 0 && <div>{procedures.map(({ name }) => plainName(name)).join(', ')}</div>}
    </div>
  )
}

/** The one step that comes next. */
function Next({ card, deeds }: Pick<CardProps, 'card' | 'deeds'>) {
  const v = useTexts(visits)
  const { steps } = useTexts(statusTexts)
  const to = nextStep(card)
  if (to === undefined) return <span />
  return (
    <Button
      size="compact-sm"
      variant={isExpected(card) ? 'filled' : 'default'}
      onClick={() => deeds.go(card, to)}
      aria-label={`${steps[to]}: ${isolated(card.name === null ? v.noPatient : plainName(card.name))}`}
      aria-keyshortcuts="c"
    >
      {steps[to]}
    </Button>
  )
}
