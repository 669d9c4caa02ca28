import { INPUT } from 'virtual:staff-input/completeTreatment'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { type SupplyDraft, SupplyRows, usesOf } from '../stock/supply-rows.tsx'
import { useTellShort } from '../stock/use-short.ts'
import type { ChartItem } from './chart.ts'
import { itemTexts } from './item-texts.ts'
import { CHANGES } from './use-moves.ts'

/** What completing it takes from the stock, to be changed where more or less was used. */
export function ItemSupplies({ item }: { item: ChartItem }) {
  const t = useTexts(itemTexts)
  const supplies = useRead('getTreatmentSupplies', { id: item.id })
  return (
    <Stack component="section" gap="sm" aria-label={t.supplies}>
      <Title order={3} size="h5">
        {t.supplies}
      </Title>
      <Text c="dimmed">{t.suppliesLead}</Text>
      <Loaded query={supplies} rows={1} height={80}>
        {known => <Used item={item} supplies={known.supplies} />}
      </Loaded>
    </Stack>
  )
}

type Known = Returned<'getTreatmentSupplies'>['supplies']

function Used({ item: { id, branchId, steps }, supplies }: { item: ChartItem; supplies: Known }) {
  const t = useTexts(itemTexts)
  const { close } = useDrawer()
  const tellShort = useTellShort()
  const [initial] = useState(() => ({
    supplies: supplies.map((one): SupplyDraft => ({ ...one, quantity: String(one.quantity) })),
  }))
  const hasOpen = steps.some(({ status }) => status === 'PLANNED' || status === 'IN_PROGRESS')
  const inputOf = (draft: typeof initial) => ({
    ...{ id, consumption: usesOf(draft.supplies) },
    ...(hasOpen && { completeSteps: true }),
  })
  const completing = useWrite('completeTreatment', { changes: CHANGES, said: () => t.completed, done: tellShort })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => completing.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const errorAt = useErrorAt(form, INPUT)
  return (
    <form {...form.props}>
      <Stack gap="sm">
        <SupplyRows
          {...{ branchId, supplies: form.values.supplies, none: t.noSupplies }}
          set={changed => form.set({ supplies: [...changed] })}
          errorAt={place => errorAt(`/consumption/${place}`)}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.complete}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
