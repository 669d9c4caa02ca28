import { PLAN_PHASES } from '@clinic/contract/staff/chart-item.ts'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconDental } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { QuoteButton } from '../quotations/quote-button.tsx'
import classes from './chart.module.css'
import { type Chart, type ChartItem, isOpen } from './chart.ts'
import { isSurface } from './item-words.ts'
import { TakeOff } from './take-off.tsx'
import { chart as chartTexts } from './texts.ts'
import { askToTakeOff, isRemovable } from './use-chart-keys.ts'
import { type Moves, nextStep } from './use-moves.ts'

interface PlanProps {
  patientId: string
  chart: Chart
  moves: Moves
  currency: string
}

type Shown = Omit<PlanProps, 'chart' | 'patientId'>

/** What is to be done by the phases of the plan, what was found, and what is past. */
export function Plan({ patientId, chart: { items, findings }, ...shown }: PlanProps) {
  const t = useTexts(chartTexts)
  const open = items.filter(isOpen)
  const past = items.filter(item => !isOpen(item))
  const phases = [...PLAN_PHASES, null].map(phase => ({ phase, of: open.filter(item => item.phase === phase) }))
  return (
    <>
      {open.length === 0 ? (
        <Empty icon={<IconDental size={22} stroke={1.6} />} title={t.empty}>
          {t.emptyLead}
        </Empty>
      ) : (
        <Section title={t.plan} state={<QuoteButton patientId={patientId} />}>
          {phases.map(
            ({ phase, of }) =>
              of.length > 0 && (
                <div key={phase} className={classes.phase}>
                  <Title order={3} size="h5">
                    {t.phases[phase ?? 'NONE']}
                  </Title>
                  <Items items={of} {...shown} />
                </div>
              ),
          )}
        </Section>
      )}
      {[...items, ...findings].filter(isRemovable).map(item => (
        <TakeOff key={item.id} item={item} />
      ))}
      {findings.length > 0 && (
        <Section title={t.findings}>
          <Items items={findings} {...shown} />
        </Section>
      )}
      {past.length > 0 && (
        <Section title={t.past}>
          <Items items={past} {...shown} />
        </Section>
      )}
    </>
  )
}

function Items({ items, moves, currency }: Shown & { items: readonly ChartItem[] }) {
  return (
    <ul className={classes.list}>
      {items.map(item => (
        <Item key={item.id} {...{ item, moves, currency }} />
      ))}
    </ul>
  )
}

function Item({ item, moves, currency }: Shown & { item: ChartItem }) {
  const t = useTexts(chartTexts)
  const { id, name, status, finding, end, total, allowed } = item
  const step = nextStep(item)
  return (
    <li data-item={id} className={classes.item}>
      <div>
        <Name>{name}</Name> <Place item={item} />
        <Group gap="xs">
          <span className="tag">{finding !== null && end !== null ? t.resolved : t.statuses[status]}</span>
          {finding === null && <Money amount={total} currency={currency} />}
        </Group>
      </div>
      <Group gap="xs">
        {allowed.includes('START') && (
          <Button size="compact-md" variant="default" onClick={() => moves.start(item)} aria-keyshortcuts="s">
            {t.start}
          </Button>
        )}
        {allowed.includes('COMPLETE') && (
          <Button size="compact-md" variant="light" onClick={() => moves.complete(item)} aria-keyshortcuts="d">
            {step ? t.stepDone(step.name) : t.done}
          </Button>
        )}
        {isRemovable(item) && (
          <Button
            size="compact-md"
            variant="subtle"
            color="red"
            onClick={() => askToTakeOff(item)}
            aria-keyshortcuts="Delete"
          >
            {t.takeOff}
          </Button>
        )}
      </Group>
    </li>
  )
}

/** On which teeth it is, and where on them. */
function Place({ item: { tooth, toothPart, quantity } }: { item: ChartItem }) {
  const t = useTexts(chartTexts)
  const parts = toothPart.map(part => (isSurface(part) ? t.parts[part] : part))
  return (
    <>
      {tooth.length > 0 && <Ltr>{tooth.join(', ')}</Ltr>} {parts.length > 0 && <Text span>{parts.join(' · ')}</Text>}{' '}
      {quantity > 1 && <Ltr>{`×${quantity}`}</Ltr>}
    </>
  )
}
