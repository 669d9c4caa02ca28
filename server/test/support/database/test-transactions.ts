import { openTransactions } from '../../../src/kernel/open-transactions.ts'
import type { SecretBox } from '../../../src/kernel/values/secret-box.ts'
import { directDriver, pooled } from './driver.ts'

/** Transactions of a test's own, as jobs have them. */
export const testTransactions = (url: string, name: string, box: SecretBox) =>
  openTransactions(directDriver, pooled(url), name, box, { directUrl: url })
