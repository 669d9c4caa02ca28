import { INPUT } from 'virtual:staff-input/postRemittance'
import { INPUT as PREVIEWED } from 'virtual:staff-input/previewRemittance'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack, Text as Words } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Amount as AmountField, DateField, Text, TreasuryField } from '../books/entry-fields.tsx'
import { MONEY_MOVED, useAmount } from '../books/use-refused.ts'
import { CLAIMED, useInsurer, useInsurerFilter } from './claim-parts.tsx'
import { type Draft, isDisputed, type OpenItem, orderOf } from './remittance-draft.ts'
import { Lines } from './remittance-lines.tsx'
import { remitted } from './remittance-texts.ts'
import { claims } from './texts.ts'

/** What an insurer paid, line by line of what it was asked for. */
export function Remittance() {
  const t = useTexts(claims)
  const r = useTexts(remitted)
  const insurer = useInsurer()
  const filter = useInsurerFilter(t.chooseInsurer)
  const [round, setRound] = useState(0)
  const query = useRead('getOpenItems', { insuranceCompanyId: insurer }, { when: insurer !== '' })
  return (
    <Stack gap="md">
      <FilterBar filters={[filter]} />
      {insurer === '' ? (
        <Empty title={t.chooseInsurer}>{r.choose}</Empty>
      ) : (
        <Loaded query={query} rows={2} height={200}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={r.nothing}>{r.nothingLead}</Empty>
            ) : (
              <Entry
                key={`${insurer} ${round}`}
                insurer={insurer}
                items={items}
                posted={() => setRound(before => before + 1)}
              />
            )
          }
        </Loaded>
      )}
    </Stack>
  )
}

interface EntryProps {
  insurer: string
  items: readonly OpenItem[]
  posted: () => void
}

/** The difference is the clinic's own figure; it is posted at none. */
function Entry({ insurer, items, posted }: EntryProps) {
  const r = useTexts(remitted)
  const today = useDays().today()
  const [initial] = useState<Draft>({
    ...{ treasuryId: '', reference: '', date: today, total: '', followUpOn: '' },
    lines: {},
  })
  const posting = useWrite('postRemittance', {
    changes: [...CLAIMED, ...MONEY_MOVED, 'listClinicPayments'],
    said: () => r.posted,
  })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, orderOf(insurer, items, draft)),
    send: draft => posting.mutateAsync(orderOf(insurer, items, draft)),
    leave: posted,
  })
  const { insuranceCompanyId, total, lines } = orderOf(insurer, items, form.values)
  const asked = { insuranceCompanyId, total, lines }
  const isWhole = issuesOf(PREVIEWED, asked).length === 0
  const preview = useRead('previewRemittance', asked, { when: isWhole, keeps: true })
  const { difference, over = [] } = (isWhole ? preview.data : undefined) ?? {}
  const isEven = difference === 0 && over.length === 0 && !preview.isPlaceholderData && form.values.total.trim() !== ''
  const { lines: _lines, ...values } = form.values
  const of = { form: { ...form, values }, schema: INPUT }
  return (
    <form {...form.props}>
      <Stack>
        <Words c="dimmed">{r.lead}</Words>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} verticalSpacing="md">
          <AmountField {...of} name="total" label={r.total} required />
          <TreasuryField {...of} name="treasuryId" label={r.treasury} required />
          <Text {...of} name="reference" label={r.reference} required />
          <DateField {...of} name="date" label={r.date} required />
          {isDisputed(items, form.values) && <DateField {...of} name="followUpOn" label={r.followUpOn} required />}
        </SimpleGrid>
        <Lines {...{ items, form, over }} />
        <Difference received={preview.data?.received} difference={difference} />
        <ProblemNotice error={form.error ?? preview.error} own={useOwn(form.error)} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!isEven}>
            {r.post}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Difference({ received, difference }: { received: number | undefined; difference: number | undefined }) {
  const r = useTexts(remitted)
  const amount = useAmount()
  if (received === undefined || difference === undefined) return <Words role="status" />
  return (
    <Words role="status" fw={600} c={difference === 0 ? undefined : 'red'}>
      {r.comesTo} {amount(received)} · {r.difference} {amount(difference)}
    </Words>
  )
}

/** What the room says of a refusal. */
function useOwn(error: unknown): Readonly<Record<string, string>> {
  const r = useTexts(remitted)
  if (!isProblem(error)) return {}
  return {
    remittance_unbalanced: r.unbalanced,
    already_exists: r.exists,
    day_closed: r.closed(String(detailsOf(error).closedThrough)),
    invalid_state_transition: r.notWith,
  }
}
