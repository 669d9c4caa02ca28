import assert from 'node:assert/strict'
import type { TableRow } from '../../../src/db/tables.ts'
import { type ClinicProvider, useProvider } from '../../../src/domain/providers/clinic-provider.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { type SandboxGateway, sandboxGateway } from '../../../src/providers/payments/sandbox.ts'
import { MASTER_KEY, type TestApp } from '../app/harness.ts'

const SANDBOX: ClinicProvider = { provider: 'sandbox', settings: {} }

/** Lets the clinic take payments online: at the sandbox gateway unless told. */
export const payingOnline = (
  app: TestApp,
  clinic: TableRow<'clinic'>,
  provider: ClinicProvider = SANDBOX,
): Promise<void> => app.write(clinic, tx => useProvider(tx, 'payments', provider))

/** What happened around an invoice, its payments and its links, in order: type and previous attributes. */
export async function eventsOf(app: TestApp, invoiceId: string): Promise<[string, unknown][]> {
  const rows = await app.sql<{ type: string; previous_attributes: unknown }>(
    `select type, previous_attributes from event where data->>'id' = $1 or data->>'invoiceId' = $1 order by created_at, id`,
    [invoiceId],
  )
  return rows.map(({ type, previous_attributes }) => [type, previous_attributes])
}

export interface Payer {
  /** Presses a button of the page. */
  choose(action: string, lang?: string): Promise<Response>
  /** The page as it is now. */
  page(query?: string, headers?: Record<string, string>): Promise<string>
  get(query?: string, headers?: Record<string, string>): Promise<Response>
}

/** A payer who has a payment link open, on this machine's loopback. */
export function payerAt(app: TestApp, paymentLink: string | null): Payer {
  const { pathname } = new URL(String(paymentLink))
  const url = `${app.url}${pathname}`
  const get = (query = '?lang=en', headers: Record<string, string> = {}) =>
    fetch(`${url}${query}`, { headers, redirect: 'manual' })
  return {
    get,
    choose: (action, lang = 'en') =>
      fetch(`${url}?lang=${lang}`, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' }),
    async page(query, headers) {
      const response = await get(query, headers)
      assert.equal(response.status, 200)
      return response.text()
    },
  }
}

/** The clinic's sandbox gateway, as the program itself has it. */
export const sandboxOf = ({ company_id, currency }: TableRow<'clinic'>): SandboxGateway =>
  sandboxGateway({ box: secretBox([MASTER_KEY]), companyId: company_id, currency, deliver: async () => undefined })

/** Sends what a gateway sends. */
export const sendCallback = (
  app: TestApp,
  { company_id }: TableRow<'clinic'>,
  { body, headers }: { body: string; headers: Record<string, string> },
  provider = 'sandbox',
): Promise<Response> =>
  fetch(`${app.url}/callbacks/payments/${provider}/${company_id}`, { method: 'POST', body, headers })
