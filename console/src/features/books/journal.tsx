import { Stack } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll, useReadPages } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { CalendarDay, Name } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { closes } from './close-texts.ts'
import { ExpenseDrawer, IncomeDrawer } from './entry-drawers.tsx'
import { Reports } from './reports.tsx'
import { books } from './texts.ts'
import { type Expense, type Income, useAmount } from './use-refused.ts'

/** What was spent, what came in, the days that were counted and what all of it comes to; at the desk the days alone. */
export function Journal() {
  const t = useTexts(books)
  const isSeen = useMay('books:read')
  const all = { expenses: t.expenses, incomes: t.incomes, closes: t.closes, reports: t.reports }
  const tabs = isSeen ? all : { closes: t.closes }
  const tab = useTab<keyof typeof all>(tabs)
  return (
    <Stack gap="md">
      {isSeen && <RoomTabs label={t.parts} tabs={tabs} />}
      {tab === 'expenses' && <Expenses />}
      {tab === 'incomes' && <Incomes />}
      {tab === 'closes' && <Closes />}
      {tab === 'reports' && <Reports />}
    </Stack>
  )
}

const None = ({ title, children }: { title: string; children: ReactNode }) => (
  <Empty icon={<IconNotebook size={22} stroke={1.6} />} title={title}>
    {children}
  </Empty>
)

/** Whether an entry takes another back, or was taken back itself. */
function Standing({ reversesId, reversedById }: Pick<Expense, 'reversesId' | 'reversedById'>) {
  const t = useTexts(books)
  if (reversesId === null && reversedById === null) return null
  return (
    <span className="tag" data-tone="quiet">
      {reversesId === null ? t.reversed : t.reversal}
    </span>
  )
}

function Expenses() {
  const t = useTexts(books)
  const amount = useAmount()
  const drawer = useDrawer()
  const pages = useReadPages('listBookedExpenses', cursor => ({ cursor }))
  const columns: readonly Column<Expense>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <Name>{name}</Name> },
    { key: 'date', title: t.date, cell: ({ date }) => <CalendarDay date={date} />, by: ({ date }) => date },
    { key: 'category', title: t.category, cell: ({ category }) => category && <Name>{category}</Name> },
    { key: 'total', title: t.total, cell: ({ total }) => amount(total), by: ({ total }) => total },
    { key: 'paid', title: t.paid, cell: ({ paid }) => amount(paid), by: ({ paid }) => paid },
    { key: 'standing', title: t.reversed, cell: Standing },
  ]
  return (
    <Pages query={pages} height={240}>
      {rows => (
        <>
          <Grid
            label={t.expenses}
            {...{ rows, columns, idOf, nameOf }}
            onOpen={({ id }) => drawer.open(id)}
            empty={<None title={t.noExpenses}>{t.noExpensesLead}</None>}
          />
          {rows.map(one => (
            <UrlDrawer key={one.id} name={one.id} title={t.expenses}>
              {() => <ExpenseDrawer expense={one} />}
            </UrlDrawer>
          ))}
        </>
      )}
    </Pages>
  )
}

function Incomes() {
  const t = useTexts(books)
  const amount = useAmount()
  const drawer = useDrawer()
  const pages = useReadPages('listBookedIncomes', cursor => ({ cursor }))
  const columns: readonly Column<Income>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => <Name>{name}</Name> },
    { key: 'date', title: t.date, cell: ({ date }) => <CalendarDay date={date} />, by: ({ date }) => date },
    { key: 'category', title: t.category, cell: ({ category }) => category && <Name>{category}</Name> },
    { key: 'amount', title: t.amount, cell: one => amount(one.amount), by: one => one.amount },
    { key: 'standing', title: t.reversed, cell: Standing },
  ]
  return (
    <Pages query={pages} height={240}>
      {rows => (
        <>
          <Grid
            label={t.incomes}
            {...{ rows, columns, idOf, nameOf }}
            onOpen={({ id }) => drawer.open(id)}
            empty={<None title={t.noIncomes}>{t.noIncomesLead}</None>}
          />
          {rows.map(one => (
            <UrlDrawer key={one.id} name={one.id} title={t.incomes}>
              {() => <IncomeDrawer income={one} />}
            </UrlDrawer>
          ))}
        </>
      )}
    </Pages>
  )
}

const idOf = ({ id }: { id: string }) => id
const nameOf = ({ name }: { name: string }) => name

type Close = Returned<'listDayCloses'>

function Closes() {
  const t = useTexts(books)
  const c = useTexts(closes)
  const amount = useAmount()
  const { data: treasuries = [] } = useReadAll('listKeptTreasuries', {})
  const pages = useReadPages('listDayCloses', cursor => ({ cursor }))
  const treasuryOf = (id: string) => treasuries.find(one => one.id === id)?.name ?? ''
  const columns: readonly Column<Close>[] = [
    { key: 'date', title: t.date, cell: ({ date }) => <CalendarDay date={date} />, by: ({ date }) => date },
    { key: 'treasury', title: t.treasury, cell: ({ treasuryId }) => <Name>{treasuryOf(treasuryId)}</Name> },
    { key: 'counted', title: c.counted, cell: ({ counted }) => amount(counted), by: ({ counted }) => counted },
    { key: 'difference', title: c.difference, cell: one => amount(one.difference), by: one => one.difference },
    { key: 'reason', title: t.reason, cell: ({ reason }) => reason && <Name>{reason}</Name> },
    { key: 'who', title: c.countedBy, cell: ({ closedByName }) => <Name>{closedByName}</Name> },
  ]
  return (
    <Pages query={pages} height={240}>
      {rows => (
        <Grid
          label={t.closes}
          {...{ rows, columns, idOf }}
          nameOf={({ date, treasuryId }) => `${date} ${treasuryOf(treasuryId)}`}
          empty={<None title={t.noCloses}>{t.noClosesLead}</None>}
        />
      )}
    </Pages>
  )
}
