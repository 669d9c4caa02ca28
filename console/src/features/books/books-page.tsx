import { Button, Group, Stack } from '@mantine/core'
import { IconArrowsExchange, IconLock, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { Room } from '../../ui/room.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { CloseForm } from './close-form.tsx'
import { ExpenseForm } from './expense-form.tsx'
import { IncomeForm } from './income-form.tsx'
import { Journal } from './journal.tsx'
import { books } from './texts.ts'
import { TransferForm } from './transfer-form.tsx'
import { Treasuries } from './treasuries.tsx'

/** Where the money of the clinic is, what moved it, and each day counted. */
export function BooksPage() {
  const t = useTexts(books)
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="lg">
        <Actions />
        <Treasuries />
        <Journal />
      </Stack>
      <UrlDrawer name="expense" title={t.addExpense}>
        {() => <ExpenseForm />}
      </UrlDrawer>
      <UrlDrawer name="income" title={t.addIncome}>
        {() => <IncomeForm />}
      </UrlDrawer>
      <UrlDrawer name="transfer" title={t.transfer}>
        {() => <TransferForm />}
      </UrlDrawer>
      <UrlDrawer name="close" title={t.close}>
        {() => <CloseForm />}
      </UrlDrawer>
    </Room>
  )
}

/** E, I, X and C open what stands here. */
function Actions() {
  const t = useTexts(books)
  const { open } = useDrawer()
  const [mayWrite, mayClose] = [useMay('books:write'), useMay('day:close')]
  const deed = (isPermitted: boolean, name: string) => (isPermitted ? () => open(name) : undefined)
  const deeds = {
    e: deed(mayWrite, 'expense'),
    i: deed(mayWrite, 'income'),
    x: deed(mayWrite, 'transfer'),
    c: deed(mayClose, 'close'),
  }
  useRoomKeys(deeds)
  return (
    <Group gap="sm">
      {deeds.c && (
        <Button
          variant="default"
          leftSection={<IconLock size={18} aria-hidden />}
          onClick={deeds.c}
          aria-keyshortcuts="c"
        >
          {t.close}
        </Button>
      )}
      {deeds.x && (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={18} aria-hidden />}
          onClick={deeds.x}
          aria-keyshortcuts="x"
        >
          {t.transfer}
        </Button>
      )}
      {deeds.i && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={deeds.i}
          aria-keyshortcuts="i"
        >
          {t.addIncome}
        </Button>
      )}
      {deeds.e && (
        <Button leftSection={<IconMinus size={18} aria-hidden />} onClick={deeds.e} aria-keyshortcuts="e">
          {t.addExpense}
        </Button>
      )}
    </Group>
  )
}
