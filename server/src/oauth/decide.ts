import { mayEnter } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import type { RecordEvent } from './events.ts'
import { grantConnection } from './grant-connection.ts'
import { refusePage } from './page-error.ts'
import { bindToClinic, consumeRequest } from './pending-request.ts'
import { isOptional } from './scopes.ts'
import type { CallbackResult } from './visit.ts'

/** The parameters of the response to the client, or what comes before it. */
export type Decision = { response: Readonly<Record<string, string>> } | 'second_factor' | 'clinic_chosen'

type Decide = (tx: PlatformTx, result: CallbackResult, form: URLSearchParams, record: RecordEvent) => Promise<Decision>

/** A form that did not come from our page, or not as it was shown. */
export const refuseForgery = (): never => refusePage('forged', { status: 403 })

/** What the buttons of our pages do: no on every page, the choice of a clinic, yes on the page that asks for consent. */
export function decisionIn(form: URLSearchParams): Decide {
  const [step, decision] = [form.get('step'), form.get('decision')]
  if (decision === 'deny') return deny
  if (step === 'clinic') return chooseClinic
  return step === 'consent' && decision === 'allow' ? allow : refuseForgery()
}

/** The person says no: the request is used up and the client told (RFC 6749 section 4.1.2.1). */
const deny: Decide = async (tx, { pending, session, chosen }, _form, record) => {
  if (!(await consumeRequest(tx, pending))) return refusePage('expired')
  const shown = chosen && { companyId: chosen.clinic.company_id, detail: chosen.scopes.join(' ') }
  await record(tx, 'consent.denied', { clientId: pending.client_id, userId: session.user_id, ...shown })
  return { response: { error: 'access_denied', error_description: 'The connection was not allowed.' } }
}

const chooseClinic: Decide = async (tx, { pending, session, clinics }, form, record) => {
  const companyId = form.get('company_id')
  const chosen = clinics.find(({ clinic }) => clinic.company_id === companyId) ?? refusePage('otherClinic')
  const facts = { clientId: pending.client_id, userId: session.user_id, companyId: chosen.clinic.company_id }
  await bindToClinic(tx, pending, facts.companyId)
  await record(tx, 'flow.clinic_chosen', facts)
  return 'clinic_chosen'
}

/** The person says yes to some of what the page listed for its clinic: a connection and its code, once. */
const allow: Decide = async (tx, { pending, session, chosen }, form, record) => {
  if (!chosen || chosen.clinic.company_id !== form.get('company_id')) return refusePage('otherClinic')
  if (!mayEnter(session, chosen.clinic)) return 'second_factor'
  const ticked = form.getAll('scope')
  const granted = chosen.scopes.filter(scope => !isOptional(scope) || ticked.includes(scope))
  if (granted.length === 0) return refusePage('nothingTicked')
  if (!(await consumeRequest(tx, pending))) return refusePage('expired')
  return { response: { code: await grantConnection(tx, { pending, session, chosen, granted }, record) } }
}
