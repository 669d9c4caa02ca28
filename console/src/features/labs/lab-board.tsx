import { LAB_ORDER_STATUSES } from '@clinic/contract/labs.ts'
import { Stack } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { LabOrders } from './lab-orders.tsx'
import { labs } from './texts.ts'

/** What labs make for the patients of a branch: what is late first asked for. */
export function LabBoard() {
  const t = useTexts(labs)
  const { read } = useUrlState()
  const { branch } = useBranch()
  const which = read('lab') || 'late'
  const status = LAB_ORDER_STATUSES.find(one => one === which)
  const pages = useReadPages(
    'listClinicLabOrders',
    cursor => ({
      ...(branch && { branchId: branch.id }),
      ...(which === 'late' && { late: true as const }),
      ...(status && { status }),
      cursor,
    }),
    { keeps: true, when: branch !== undefined },
  )
  const options = [
    { value: '', label: t.late },
    ...LAB_ORDER_STATUSES.map(value => ({ value, label: t.states[value] })),
    { value: 'all', label: t.all },
  ]
  return (
    <Stack gap="md">
      <FilterBar filters={[{ name: 'lab', label: t.which, options }]} />
      <Pages query={pages} height={320}>
        {orders =>
          orders.length === 0 ? (
            <Empty icon={<IconFlask size={22} stroke={1.6} />} title={t.noneHere}>
              {t.noneHereLead}
            </Empty>
          ) : (
            <div className="card">
              <LabOrders orders={orders} isOfAll />
            </div>
          )
        }
      </Pages>
    </Stack>
  )
}
