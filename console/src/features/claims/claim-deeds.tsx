import { INPUT as FOLLOWED } from 'virtual:staff-input/followUpClaim'
import { INPUT as SUBMITTED } from 'virtual:staff-input/submitClaim'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Text as Words } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { DateField, Text } from '../books/entry-fields.tsx'
import { Part } from '../money/money-parts.tsx'
import { CLAIMED } from './claim-parts.tsx'
import { claims } from './texts.ts'

/** Says that the insurer has the claim, and under which reference. */
export function Submit({ id }: { id: string }) {
  const t = useTexts(claims)
  const [initial] = useState({ reference: '' })
  const submitting = useWrite('submitClaim', { changes: CLAIMED, said: () => t.submitted })
  const inputOf = ({ reference }: typeof initial) => ({ id, reference: reference.trim() })
  const form = useForm({
    initial,
    check: draft => issuesOf(SUBMITTED, inputOf(draft)),
    send: draft => submitting.mutateAsync(inputOf(draft)),
  })
  return (
    <Part title={t.submit}>
      <form {...form.props}>
        <Stack gap="sm">
          <Text form={form} schema={SUBMITTED} name="reference" label={t.reference} />
          <Words size="sm" c="dimmed">
            {t.submitLead}
          </Words>
          <ProblemNotice error={form.error} />
          <Group>
            <Button type="submit" loading={form.pending}>
              {t.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}

/** Notes what came of asking the insurer, and when it is asked again. */
export function FollowUp({ id }: { id: string }) {
  const t = useTexts(claims)
  const [initial] = useState({ note: '', date: '' })
  const noting = useWrite('followUpClaim', { changes: CLAIMED, said: () => t.noted })
  const inputOf = ({ note, date }: typeof initial) => ({ id, note: note.trim(), date })
  const form = useForm({
    initial,
    check: draft => issuesOf(FOLLOWED, inputOf(draft)),
    send: draft => noting.mutateAsync(inputOf(draft)),
  })
  const of = { form, schema: FOLLOWED }
  return (
    <Part title={t.followUp}>
      <form {...form.props}>
        <Stack gap="sm">
          <Text {...of} name="note" label={t.note} required />
          <DateField {...of} name="date" label={t.followUpOn} required />
          <ProblemNotice error={form.error} />
          <Group>
            <Button type="submit" variant="default" loading={form.pending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  )
}
