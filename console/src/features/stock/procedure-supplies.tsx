import { INPUT } from 'virtual:staff-input/putProcedureSupplies'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type SupplyDraft, SupplyRows, usesOf } from './supply-rows.tsx'
import { stock } from './texts.ts'

type Supplies = Returned<'getProcedureSupplies'>

/** What a procedure takes from the stock, branch by branch. */
export function ProcedureSupplies({ id }: { id: string }) {
  const t = useTexts(stock)
  const { language } = useLanguage()
  const { branch, branches } = useBranch()
  const [chosen, choose] = useState<string>()
  const branchId = chosen ?? branch?.id
  const supplies = useRead('getProcedureSupplies', { id })
  if (branchId === undefined) return null
  return (
    <Stack component="section" gap="sm" aria-label={t.supplies}>
      <Title order={3} size="h5">
        {t.supplies}
      </Title>
      <Text c="dimmed">{t.lead}</Text>
      {branches.length > 1 && (
        <NativeSelect
          label={t.branch}
          data={branches.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))}
          value={branchId}
          onChange={event => choose(event.currentTarget.value)}
        />
      )}
      <Loaded query={supplies} rows={1} height={80}>
        {known => <OfBranch key={`${branchId} ${known.version}`} {...{ known, branchId }} />}
      </Loaded>
    </Stack>
  )
}

function OfBranch({ known: { id, version, supplies }, branchId }: { known: Supplies; branchId: string }) {
  const t = useTexts(stock)
  const [initial] = useState(() => ({
    supplies: supplies
      .filter(one => one.branchId === branchId)
      .map(
        ({ inventoryItemId, name, unit, quantity }): SupplyDraft => ({
          ...{ inventoryItemId, name, unit, quantity: String(quantity) },
        }),
      ),
  }))
  const inputOf = (draft: typeof initial) => ({ id, branchId, supplies: usesOf(draft.supplies) })
  const saving = useWrite('putProcedureSupplies', {
    changes: ['getProcedureSupplies', 'listClinicProcedures'],
    said: () => t.saved,
    of: { version, words: { fields: { supplies: t.supplies } } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  const errorAt = useErrorAt(form, INPUT)
  return (
    <form {...form.props}>
      <Stack gap="sm">
        <SupplyRows
          {...{ branchId, supplies: form.values.supplies, none: t.none }}
          set={changed => form.set({ supplies: [...changed] })}
          errorAt={place => errorAt(`/supplies/${place}`)}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" variant="default" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
