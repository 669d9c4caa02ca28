import { PLAN_PHASES } from '@clinic/contract/staff/chart-item.ts'
import { Title } from '@mantine/core'
import { IconDental } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer } from '../../ui/url-drawer.tsx'
import { QuoteButton } from '../quotations/quote-button.tsx'
import classes from './chart.module.css'
import { type Chart, type ChartItem, isOpen } from './chart.ts'
import { ItemDrawer } from './item-drawer.tsx'
import { PlanItem } from './plan-item.tsx'
import { TakeOff } from './take-off.tsx'
import { chart as chartTexts } from './texts.ts'
import { isRemovable } from './use-chart-keys.ts'
import type { Moves } from './use-moves.ts'

interface PlanProps {
  patientId: string
  chart: Chart
  moves: Moves
  currency: string
}

type Shown = Omit<PlanProps, 'chart' | 'patientId'> & Pick<Chart, 'labOrders'>

/** What is to be done by the phases of the plan, what was found, and what is past. */
export function Plan({ patientId, chart: { items, findings, labOrders }, ...rest }: PlanProps) {
  const t = useTexts(chartTexts)
  const shown = { ...rest, labOrders }
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
      {items.map(item => (
        <UrlDrawer key={item.id} name={item.id} title={plainName(item.name)}>
          {() => <ItemDrawer {...{ patientId, item, labOrders }} />}
        </UrlDrawer>
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

function Items({ items, ...shown }: Shown & { items: readonly ChartItem[] }) {
  return (
    <ul className={classes.list}>
      {items.map(item => (
        <PlanItem key={item.id} {...{ item, ...shown }} />
      ))}
    </ul>
  )
}
