import { INPUT } from 'virtual:staff-input/createClaim'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Amount, Text } from '../books/entry-fields.tsx'
import { CLAIMED } from './claim-parts.tsx'
import { claims } from './texts.ts'

export interface Span {
  insuranceCompanyId: string
  branchId: string
  from: string
  to: string
}

type Draft = Record<'name' | 'partial' | 'prompt', string>

/** Opens a claim over what is ticked, and shows it. */
export function NewClaim({ span, invoiceIds }: { span: Span; invoiceIds: readonly string[] }) {
  const t = useTexts(claims)
  const { write } = useUrlState()
  const [initial] = useState<Draft>({ name: '', partial: '', prompt: '' })
  const opening = useWrite('createClaim', { changes: CLAIMED, said: () => t.claimOpened })
  const inputOf = ({ name, partial, prompt }: Draft): Input<'createClaim'> => ({
    ...{ insuranceCompanyId: span.insuranceCompanyId, branchId: span.branchId },
    ...{ startDate: span.from, endDate: span.to, invoiceIds: [...invoiceIds], name: name.trim() },
    ...(partial.trim() !== '' && { partialPaymentPercent: numberTyped(partial) }),
    ...(prompt.trim() !== '' && { promptPaymentPercent: numberTyped(prompt) }),
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => opening.mutateAsync(inputOf(draft)),
    leave: claim => write({ open: claim.id, selected: '' }),
  })
  const of = { form, schema: INPUT }
  return (
    <form {...form.props}>
      <Stack>
        <Text {...of} name="name" label={t.name} isFirst />
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
          <Amount {...of} name="partial" label={t.partial} />
          <Amount {...of} name="prompt" label={t.prompt} />
        </SimpleGrid>
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.batch(invoiceIds.length)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
