import { Button } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { isolated } from '../../lib/language.ts'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { Name, plainName } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import type { Card } from './card.ts'
import { CardMenu } from './card-menu.tsx'
import classes from './day.module.css'
import { Flags } from './flags.tsx'
import { StatusTag } from './status.tsx'
import { nextStep, shownStatus } from './status-rules.ts'
import { statusTexts } from './status-texts.ts'
import type { Deeds } from './use-deeds.ts'
import { visits } from './visit-texts.ts'

interface AgendaProps {
  cards: readonly Card[]
  workplace: Returned<'getWorkplace'>
  deeds: Deeds
  label: string
}

/** Visits one below the other, in order of their start. */
export function Agenda({ cards, label, ...told }: AgendaProps) {
  return (
    <ul className={classes.agenda} aria-label={label}>
      {cards.map(card => (
        <AgendaCard key={card.id} card={card} {...told} />
      ))}
    </ul>
  )
}

function AgendaCard({ card, workplace, deeds }: Omit<AgendaProps, 'cards' | 'label'> & { card: Card }) {
  const t = useTexts(visits)
  const { steps } = useTexts(statusTexts)
  const { language } = useLanguage()
  const { time } = useFormats()
  const { open } = useDrawer()
  const doctor = workplace.practitioners.find(({ id }) => id === card.doctorId)
  const to = nextStep(card)
  const mayMove = deeds.mayMove(card)
  return (
    <li className={classes.entry} data-visit={card.id}>
      <bdi className={classes.when}>{`${time(card.start)} – ${time(card.end)}`}</bdi>
      <div className={classes.what}>
        <button type="button" className={classes.open} onClick={() => open(card.id)}>
          {card.name === null ? t.noPatient : <Name>{card.name}</Name>}
        </button>
        {doctor && (
          <span className="small">
            <Name>{plainName(nameOf(language, doctor))}</Name>
          </span>
        )}
        <span className={classes.tags}>
          <StatusTag status={shownStatus(card)} />
          {card.urgent && (
            <span className="tag" data-tone="danger">
              {t.urgent}
            </span>
          )}
          <Flags card={card} currency={workplace.currency} />
        </span>
      </div>
      {mayMove && (
        <div className={classes.deeds}>
          {to !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => deeds.go(card, to)}
              aria-label={`${steps[to]}: ${isolated(card.name === null ? t.noPatient : plainName(card.name))}`}
            >
              {steps[to]}
            </Button>
          )}
          <CardMenu card={card} deeds={deeds} />
        </div>
      )}
    </li>
  )
}
