import { INPUT } from 'virtual:staff-input/closeDay'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, SimpleGrid, Stack, Text as Words } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { clinicDays } from '../../lib/clinic-time.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { isProblem } from '../../lib/problem.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import classes from './books.module.css'
import { closes } from './close-texts.ts'
import { Amount, DateField, Text, TreasuryField, useTreasuries } from './entry-fields.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, useAmount, useRefused } from './use-refused.ts'

type Preview = Returned<'previewDayClose'>

/** At the desk drawers and terminals are closed; who keeps the books closes everything. */
function useClosable() {
  const mayAll = useMay('books:read')
  return (type: string) => mayAll || type === 'CASH' || type === 'POS'
}

/** Counts what is in a treasury, compares it with what moved, and closes the day for good. */
export function CloseForm() {
  const t = useTexts(books)
  const isClosable = useClosable()
  const today = clinicDays(useTimeZone()).today()
  const treasuries = useTreasuries().filter(({ type }) => isClosable(type))
  const [of, setOf] = useState({ treasuryId: '', date: today })
  const treasuryId = of.treasuryId || treasuries[0]?.id || ''
  const preview = useRead(
    'previewDayClose',
    { treasuryId, date: of.date },
    { when: treasuryId !== '' && of.date !== '' },
  )
  const own = useRefused(preview.error)
  const choice = {
    schema: {},
    form: {
      values: { ...of, treasuryId },
      set: (changes: Record<string, string>) => setOf(before => ({ ...before, ...changes })),
      issueAt: () => undefined,
    },
  }
  if (treasuries.length === 0) return <Words>{t.noTreasuriesLead}</Words>
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <TreasuryField {...choice} name="treasuryId" label={t.treasury} among={isClosable} />
        <DateField {...choice} name="date" label={t.date} />
      </SimpleGrid>
      <ProblemNotice error={preview.error} own={own} />
      {preview.isLoading && <Loading rows={1} height={120} />}
      {preview.data && !preview.error && <Count key={`${treasuryId} ${of.date}`} preview={preview.data} />}
    </Stack>
  )
}

function Count({ preview }: { preview: Preview }) {
  const t = useTexts(books)
  const c = useTexts(closes)
  const amount = useAmount()
  const { close } = useDrawer()
  const [initial] = useState({ counted: '', reason: '' })
  const closing = useWrite('closeDay', { changes: MONEY_MOVED, said: () => c.closed })
  const current = useRead('previewDayClose', { treasuryId: preview.treasuryId, date: preview.date })
  const inputOf = ({ counted, reason }: typeof initial) => ({
    ...{ treasuryId: preview.treasuryId, date: preview.date, hash: preview.hash, counted: numberTyped(counted) },
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft =>
      closing.mutateAsync(inputOf(draft)).catch(async (error: unknown) => {
        // The figures that the person compared are no more: those of now take their place.
        if (isProblem(error, 'price_changed')) await current.refetch()
        throw error
      }),
    leave: close,
  })
  const own = useRefused(form.error)
  const difference = numberTyped(form.values.counted) - preview.expected
  const of = { form, schema: INPUT }
  return (
    <form {...form.props}>
      <Stack>
        <Figures preview={preview} />
        <Amount {...of} name="counted" label={c.counted} required isFirst />
        {Number.isFinite(difference) && (
          <Words size="sm" fw={600} role="status">
            {difference === 0 ? c.noDifference : c.differenceNow(amount(difference))}
          </Words>
        )}
        {difference !== 0 && Number.isFinite(difference) && <Text {...of} name="reason" label={t.reason} required />}
        <Words size="sm" c="dimmed">
          {c.closeLead}
        </Words>
        <ProblemNotice error={form.error} own={own} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {c.closeDeed}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the ledger says is there, and how that came. */
function Figures({ preview: { opening, movements, expected } }: { preview: Preview }) {
  const t = useTexts(books)
  const c = useTexts(closes)
  const amount = useAmount()
  return (
    <dl className={classes.figures}>
      <dt>{c.opening}</dt>
      <dd>{amount(opening)}</dd>
      {movements.map(one => (
        <MovedBy key={one.kind} title={t.kinds[one.kind]} amount={amount(one.amount)} />
      ))}
      <dt className={classes.sum}>{c.expected}</dt>
      <dd className={classes.sum}>{amount(expected)}</dd>
    </dl>
  )
}

const MovedBy = ({ title, amount }: { title: string; amount: string }) => (
  <>
    <dt>{title}</dt>
    <dd>{amount}</dd>
  </>
)
