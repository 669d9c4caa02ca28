import assert from 'node:assert/strict'
import { listInvoices } from '@clinic/contract/invoices.ts'
import { listPayments } from '@clinic/contract/payments.ts'
import type { TestApp } from '../../../server/test/support/app/harness.ts'
import { moneyMismatches } from '../../../server/test/support/clinic/money.ts'

interface Mirrored {
  id: string
  updatedAt: string
}

/** A plugin that keeps a copy of the invoices and payments of a clinic by what has changed since it last asked. */
export async function moneyMirror(app: TestApp, clinic: { company_id: string }) {
  const { token } = await app.installation(clinic)
  const api = app.api(token)
  const [invoices, payments] = [new Map<string, number[]>(), new Map<string, number[]>()]
  const last = { invoices: THE_BEGINNING, payments: THE_BEGINNING }
  const minor = (amount: number) => Math.round(amount * 100)
  const latest = (rows: readonly Mirrored[], before: string) =>
    [before, ...rows.map(({ updatedAt }) => updatedAt)].sort().at(-1) ?? before
  async function sync(): Promise<void> {
    const changed = await api.all(listInvoices, { updatedAfter: last.invoices })
    for (const { id, total, paid } of changed) invoices.set(id, [minor(total), minor(paid)])
    last.invoices = latest(changed, last.invoices)
    const moved = await api.all(listPayments, { updatedAfter: last.payments })
    for (const { id, amount } of moved) payments.set(id, [minor(amount)])
    last.payments = latest(moved, last.payments)
  }
  const stored = async (text: string) =>
    new Map(
      (await app.sql<{ id: string; minor: string[] }>(text, [clinic.company_id])).map(({ id, minor: amounts }) => [
        id,
        amounts.map(Number),
      ]),
    )
  /** The books add up, and the copy says the same to the minor unit. */
  return async function agree(step: string): Promise<void> {
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [], step)
    await sync()
    const bills = 'select id, array[total_minor, paid_minor]::text[] as minor from invoice where company_id = $1'
    assert.deepEqual(sorted(invoices), sorted(await stored(bills)), `${step}: invoices`)
    const paid = 'select id, array[amount_minor]::text[] as minor from payment where company_id = $1'
    assert.deepEqual(sorted(payments), sorted(await stored(paid)), `${step}: payments`)
  }
}

/** Before anything was. */
const THE_BEGINNING = '2020-01-01T00:00:00.000Z'
const sorted = (rows: ReadonlyMap<string, number[]>) => [...rows].sort(([one], [other]) => one.localeCompare(other))
