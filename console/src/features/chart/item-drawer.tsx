import { Stack } from '@mantine/core'
import type { Chart, ChartItem } from './chart.ts'
import { ItemApproval } from './item-approval.tsx'
import { ItemLab } from './item-lab.tsx'
import { ItemSteps } from './item-steps.tsx'
import { ItemSupplies } from './item-supplies.tsx'

interface DrawerProps {
  patientId: string
  item: ChartItem
  labOrders: Chart['labOrders']
}

/** What else is known of something on the plan, and done with it. */
export function ItemDrawer({ patientId, item, labOrders }: DrawerProps) {
  return (
    <Stack gap="xl">
      <ItemSteps item={item} />
      <ItemApproval item={item} />
      {item.allowed.includes('COMPLETE') && <ItemSupplies key={item.version} item={item} />}
      <ItemLab {...{ patientId, item, orders: labOrders.filter(({ operationId }) => operationId === item.id) }} />
    </Stack>
  )
}
