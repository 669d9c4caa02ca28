import type { CONSENT_DEEDS } from '@clinic/contract/staff/consent-sheet.ts'
import * as declared from '@clinic/contract/staff/consents.ts'
import { consentState, isSignable, prepareConsentForm, revokeConsent } from '../domain/forms/consent-form.ts'
import { changeConsentTemplate, consentTemplates, createConsentTemplate } from '../domain/forms/consent-template.ts'
import { type ListedConsent, readConsent, waitingConsents } from '../domain/forms/read-consents.ts'
import { isTreating, isWitnessable, witnessConsent } from '../domain/forms/witness-consent.ts'
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentConsentEntry, presentConsentSheet, presentConsentTemplate } from '../present/consents.ts'

type Deed = (typeof CONSENT_DEEDS)[number]

/** A consent with where it stands, and what the member who asks may do with it. */
async function shown(tx: Tx, row: ListedConsent) {
  const state = consentState(row, tx.now)
  const mayWrite = tx.caller.holds('may:records:write')
  const holds = state !== 'REVOKED' && state !== 'EXPIRED'
  const deeds: readonly (readonly [deed: Deed, can: boolean])[] = [
    ['SEND', mayWrite && isSignable(state)],
    ['WITNESS', mayWrite && isWitnessable(row, tx.now) && !(await isTreating(tx, row))],
    ['REVOKE', holds && tx.caller.holds('may:consents:revoke')],
  ]
  return { ...row, state, allowed: deeds.flatMap(([deed, can]) => (can ? deed : [])) }
}

async function sheet(tx: Tx, { id }: { id: string }) {
  const { consent, ...rest } = await readConsent(tx, id)
  return { data: presentConsentSheet({ ...rest, consent: await shown(tx, consent), readAt: tx.now }, tx.clinic) }
}

/** What patients are asked to agree to, and how they did. */
export const consentsApi = [
  implement(declared.listConsentTemplates, async tx => ({
    data: (await consentTemplates(tx)).map(row => presentConsentTemplate(row, tx.clinic)),
  })),
  implement(declared.addConsentTemplate, presented(createConsentTemplate, presentConsentTemplate)),
  implement(declared.updateConsentTemplate, presented(changeConsentTemplate, presentConsentTemplate)),
  implement(declared.listWaitingConsents, async (tx, query) => {
    const rows = await waitingConsents(tx, query)
    const entries = await Promise.all(rows.map(row => shown(tx, row)))
    return { data: entries.map(entry => presentConsentEntry(entry, tx.clinic)) }
  }),
  implement(declared.getClinicConsent, sheet),
  implement(declared.prepareConsent, async (tx, input) => sheet(tx, await prepareConsentForm(tx, input))),
  implement(declared.witnessConsent, async (tx, input) => sheet(tx, await witnessConsent(tx, input))),
  implement(declared.revokeConsent, async (tx, input) => sheet(tx, await revokeConsent(tx, input))),
]
