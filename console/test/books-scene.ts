import { closeDay, previewClose } from '../../server/src/domain/books/day-close.ts'
import { enterExpense } from '../../server/src/domain/books/expense.ts'
import { enterIncome } from '../../server/src/domain/books/income.ts'
import { addTreasury } from '../../server/src/domain/books/kept-treasuries.ts'
import { today } from '../../server/src/domain/books/move-money.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Branch = Awaited<ReturnType<TestApp['branch']>>
type Clinic = Awaited<ReturnType<TestApp['clinic']>>

/** Two drawers, one of them counted with a riyal missing, an expense of which a part is paid, and an income. */
export async function seedBooks(app: TestApp, clinic: Clinic, branch: Branch) {
  const [drawer, other] = await Promise.all(
    ['Front desk', 'الدرج الثاني'].map(name =>
      app.write(clinic, tx =>
        addTreasury(tx, {
          name,
          type: 'CASH',
          branchId: branch.id,
          isDefault: name === 'Front desk',
          openingMinor: 100_000,
        }),
      ),
    ),
  )
  if (!drawer || !other) throw new Error('There are two drawers.')
  const of = { branchId: branch.id, treasuryId: drawer.id }
  const expense = await app.write(clinic, tx =>
    enterExpense(tx, {
      ...of,
      name: 'Gloves and masks',
      supplier: 'Najd',
      totalMinor: 57_500,
      paidMinor: 10_000,
      taxPercent: 15,
    }),
  )
  await app.write(clinic, tx => enterIncome(tx, { ...of, name: 'إيجار غرفة', amountMinor: 125_000 }))
  await app.write(clinic, async tx => {
    const day = { treasuryId: other.id, date: today(tx) }
    const { hash, expectedMinor } = await previewClose(tx, day)
    return closeDay(tx, { ...day, hash, countedMinor: expectedMinor - 100, reason: 'Change given by mistake' })
  })
  return { treasuryId: drawer.id, expenseId: expense.id }
}
