import { INPUT as ADDED } from 'virtual:staff-input/addTreasury'
import { INPUT as CHANGED } from 'virtual:staff-input/updateTreasury'
import { TREASURY_TYPES } from '@clinic/contract/bookkeeping.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Checkbox, Group, NativeSelect, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useForm } from '../../lib/use-form.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { AsOpened } from '../../ui/as-opened.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { CalendarDay, plainName } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { Amount, Text } from './entry-fields.tsx'
import { books } from './texts.ts'
import { MONEY_MOVED, type Treasury, useAmount } from './use-refused.ts'

type Draft = Record<'name' | 'type' | 'branchId' | 'opening', string> & { isDefault: boolean }
const EMPTY: Draft = { name: '', type: 'CASH', branchId: '', opening: '', isDefault: false }

const inputOf = ({ name, type, branchId, opening, isDefault }: Draft): Input<'addTreasury'> => ({
  ...{ name: name.trim(), type: TREASURY_TYPES.find(one => one === type) ?? 'CASH', isDefault },
  ...(branchId !== '' && { branchId }),
  ...(opening.trim() !== '' && { opening: numberTyped(opening) }),
})

/** Adds a place where money is kept. */
export function NewTreasury() {
  const t = useTexts(books)
  const { close } = useDrawer()
  const { language } = useLanguage()
  const { branches } = useBranch()
  const adding = useWrite('addTreasury', { changes: MONEY_MOVED, said: () => t.treasuryAdded })
  const form = useForm<Draft>({
    initial: EMPTY,
    check: draft => issuesOf(ADDED, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: close,
  })
  const { isDefault, ...values } = form.values
  const of = { form: { ...form, values }, schema: ADDED }
  const places = branches.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))
  return (
    <form {...form.props}>
      <Stack>
        <Text {...of} name="name" label={t.treasuryName} required isFirst />
        <NativeSelect
          label={t.type}
          data={TREASURY_TYPES.map(value => ({ value, label: t.types[value] }))}
          value={values.type}
          onChange={event => form.set({ type: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.branch}
          data={[{ value: '', label: t.wholeClinic }, ...places]}
          value={values.branchId}
          onChange={event => form.set({ branchId: event.currentTarget.value })}
        />
        <Amount {...of} name="opening" label={t.openingAmount} />
        <Checkbox
          label={t.makeDefault}
          checked={isDefault}
          onChange={event => form.set({ isDefault: event.currentTarget.checked })}
        />
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.addTreasury}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What moved a treasury, and what is said of it. */
export function TreasuryDrawer({ treasury }: { treasury: Treasury }) {
  const [mayManage, isSeen] = [useMay('settings:manage'), useMay('books:read')]
  return (
    <Stack>
      {mayManage && <AsOpened of={treasury}>{one => <EditTreasury treasury={one} />}</AsOpened>}
      {isSeen && <Movements id={treasury.id} />}
    </Stack>
  )
}

function EditTreasury({ treasury: { id, version, name, isDefault, active } }: { treasury: Treasury }) {
  const t = useTexts(books)
  const [initial] = useState({ name, isDefault, active })
  const saving = useWrite('updateTreasury', {
    changes: MONEY_MOVED,
    said: () => t.saved,
    of: { version, words: { fields: t.fields, shown: () => undefined } },
  })
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, { id, ...draft, name: draft.name.trim() }),
    send: draft => saving.mutateAsync({ id, ...draft, name: draft.name.trim() }),
  })
  const { set, issueAt, values } = form
  return (
    <form {...form.props}>
      <Stack>
        <Text
          form={{ values: { name: values.name }, set, issueAt }}
          schema={CHANGED}
          name="name"
          label={t.treasuryName}
          required
        />
        <Checkbox
          label={t.makeDefault}
          checked={values.isDefault}
          onChange={event => set({ isDefault: event.currentTarget.checked })}
        />
        <Checkbox
          label={t.inUse}
          checked={values.active}
          onChange={event => set({ active: event.currentTarget.checked })}
        />
        <ProblemNotice error={form.error} own={{ invalid_state_transition: t.hasMoney }} />
        <Group>
          <Button type="submit" variant="default" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Movement = Returned<'listTreasuryMovements'>

function Movements({ id }: { id: string }) {
  const t = useTexts(books)
  const amount = useAmount()
  const pages = useReadPages('listTreasuryMovements', cursor => ({ id, cursor }))
  const columns: readonly Column<Movement>[] = [
    { key: 'kind', title: t.name, cell: ({ kind }) => t.kinds[kind] },
    { key: 'date', title: t.date, cell: ({ date }) => <CalendarDay date={date} /> },
    { key: 'amount', title: t.amount, cell: one => amount(one.amount) },
  ]
  return (
    <section aria-label={t.movements}>
      <Title order={3} size="h5" mb="xs">
        {t.movements}
      </Title>
      <Pages query={pages} height={200}>
        {rows => (
          <Grid
            label={t.movements}
            rows={rows}
            columns={columns}
            idOf={one => one.id}
            nameOf={({ kind, date }) => `${t.kinds[kind]} ${date}`}
            empty={<div className="small">{t.noMovements}</div>}
          />
        )}
      </Pages>
    </section>
  )
}
