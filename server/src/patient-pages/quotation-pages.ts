import { type LinkedQuotation, linkedQuotation, seeOptions } from '../domain/patient-links/linked-quotation.ts'
import { signByLink } from '../domain/patient-links/sign-by-link.ts'
import type { PageKind } from './link-pages.ts'
import { offerPage } from './quotation-page.ts'
import { TEXTS } from './quotation-texts.ts'
import { SIGNING_HEADERS } from './sign-script.ts'
import { SIGNING_BYTES, signatureIn } from './signing.ts'

/** Where patients read what they are offered and sign one of the options, `/p/quotation/<token>`. */
export const quotationPages: PageKind<LinkedQuotation> = {
  name: 'quotation',
  words: TEXTS,
  acts: { view: 'viewQuotation', open: 'openQuotation', answer: 'signQuotation' },
  formBytes: SIGNING_BYTES,
  headers: SIGNING_HEADERS,
  read: linkedQuotation,
  seen: offer => (offer.options.some(({ quotation }) => !quotation.seen) ? tx => seeOptions(tx, offer) : undefined),
  page: (page, year) => offerPage(page, { year }),
  take(page, form, sender) {
    const [year, name, option] = ['year', 'name', 'option'].map(field => form.get(field) ?? '')
    const signature = signatureIn(form, page.shown, sender)
    const chosen = page.shown.options.find(({ quotation }) => quotation.id === option)
    if (typeof signature === 'string' || !chosen) {
      const problem = typeof signature === 'string' ? signature : 'missing'
      return { again: offerPage(page, { year: year ?? '', name: name ?? '', chosen: option ?? '', problem }) }
    }
    return { write: tx => signByLink(tx, { ...signature, quotationId: chosen.quotation.id }) }
  },
}
