import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { Name } from '../../ui/isolated.tsx'
import { OrderForm } from '../labs/order-form.tsx'
import { labs } from '../labs/texts.ts'
import { type Chart, type ChartItem, isOpen } from './chart.ts'
import { chart as chartTexts } from './texts.ts'

interface LabProps {
  patientId: string
  item: ChartItem
  orders: Chart['labOrders']
}

/** What labs make for it, and where more is ordered. */
export function ItemLab({ patientId, item, orders }: LabProps) {
  const t = useTexts(labs)
  const { lab } = useTexts(chartTexts)
  const { day } = useFormats()
  const [isOrdering, setOrdering] = useState(false)
  const mayOrder = useMay('labs:order') && isOpen(item)
  return (
    <Stack component="section" gap="sm" aria-label={t.title}>
      <Title order={3} size="h5">
        {t.title}
      </Title>
      {orders.length === 0 && <Text c="dimmed">{t.none}</Text>}
      {orders.map(order => (
        <div key={order.id}>
          <Name>{order.name ?? t.one}</Name> <span className="tag">{lab[order.status]}</span>{' '}
          {order.due !== null && <span className="small">{t.dueOn(day(order.due))}</span>}
        </div>
      ))}
      {mayOrder && !isOrdering && (
        <Group>
          <Button variant="default" onClick={() => setOrdering(true)}>
            {t.order}
          </Button>
        </Group>
      )}
      {mayOrder && isOrdering && (
        <OrderForm patientId={patientId} treatmentId={item.id} done={() => setOrdering(false)} />
      )}
    </Stack>
  )
}
