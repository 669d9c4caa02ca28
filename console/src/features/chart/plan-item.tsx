import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Name } from '../../ui/isolated.tsx'
import { Money } from '../../ui/money.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import classes from './chart.module.css'
import type { Chart, ChartItem } from './chart.ts'
import { itemTexts } from './item-texts.ts'
import { isSurface } from './item-words.ts'
import { chart as chartTexts } from './texts.ts'
import { askToTakeOff, isRemovable } from './use-chart-keys.ts'
import { type Moves, nextStep } from './use-moves.ts'

interface ItemProps {
  item: ChartItem
  moves: Moves
  currency: string
  labOrders: Chart['labOrders']
}

/** Something on the plan or past it: how it stands, and what is done with it most. The rest opens beside it. */
export function PlanItem({ item, moves, currency, labOrders }: ItemProps) {
  const t = useTexts(chartTexts)
  const { id, name, status, finding, end, total, allowed, approval } = item
  const { approvalTags } = useTexts(itemTexts)
  const step = nextStep(item)
  const { open } = useDrawer()
  const atLab = labOrders.find(order => order.operationId === id && !order.delivered)
  return (
    <li data-item={id} className={classes.item}>
      <div>
        <Name>{name}</Name> <Place item={item} />
        <Group gap="xs">
          <span className="tag">{finding !== null && end !== null ? t.resolved : t.statuses[status]}</span>
          {approval !== 'NONE' && (
            <span className="tag" data-tone={approval === 'APPROVED' ? 'quiet' : 'warn'}>
              {approvalTags[approval]}
            </span>
          )}
          {atLab && <span className="tag">{t.lab[atLab.status]}</span>}
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
        {finding === null && (
          <Button size="compact-md" variant="default" onClick={() => open(id)}>
            {t.more}
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
