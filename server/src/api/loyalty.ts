import { listLoyaltyAccounts, listLoyaltyTransactions, recordLoyaltyTransaction } from '@clinic/contract/loyalty.ts'
import type { LoyaltyAccountRow, LoyaltyTransactionRow } from '../domain/loyalty/loyalty-account.ts'
import { recordPoints } from '../domain/loyalty/record-points.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentLoyaltyAccount } from '../present/loyalty-account.ts'
import { presentLoyaltyTransaction } from '../present/loyalty-transaction.ts'

const accountSource = listSource<LoyaltyAccountRow>({
  name: 'listLoyaltyAccounts',
  from: 'loyalty_account t',
  columns: 't.*',
  filters: { patientId: value => `t.patient_id = ${value}` },
  selectiveFilters: ['patientId'],
})

const transactionSource = listSource<LoyaltyTransactionRow>({
  name: 'listLoyaltyTransactions',
  from: 'loyalty_transaction t',
  columns: 't.*',
  filters: { patientId: value => `t.patient_id = ${value}`, type: value => `t.type = ${value}` },
  selectiveFilters: ['patientId'],
})

export const loyalty = [
  implement(listLoyaltyAccounts, (tx, query) => page(tx, accountSource, query, presentLoyaltyAccount)),
  implement(listLoyaltyTransactions, (tx, query) => page(tx, transactionSource, query, presentLoyaltyTransaction)),
  implement(recordLoyaltyTransaction, async (tx, input) => ({
    data: presentLoyaltyTransaction(await recordPoints(tx, input)),
  })),
]
