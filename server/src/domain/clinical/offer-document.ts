import { sql } from '../../db/statement.ts'
import type { ClinicFacts, Tx } from '../../kernel/tx.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { exponentOf, toMajor } from '../../kernel/values/money.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { FEE_AR, type OfferedLine } from './offered-lines.ts'
import type { QuotationRow } from './quotation.ts'

/** To whom something is offered, and by whom. */
export interface Parties {
  clinic: string
  clinic_ar: string | null
  patient: string
  file_number: number
}

const parties = sql<Parties>(`
  select clinic.name as clinic, clinic.name_ar as clinic_ar, patient.file_number,
    concat_ws(' ', patient.first_name, patient.last_name) as patient
  from patient join clinic on clinic.company_id = patient.company_id
  where patient.company_id = $1 and patient.id = $2`)

export async function partiesOf(tx: Tx, { patient_id }: Pick<QuotationRow, 'patient_id'>): Promise<Parties> {
  const [found] = await tx.sql(parties([tx.clinic.id, patient_id]))
  if (!found) throw new Error('A quotation is to a patient of the clinic.')
  return found
}

/** The same words in both languages: the page shows those of its own. */
const both = (en: string, ar: string): Html => html`<span lang="en">${en}</span><span lang="ar">${ar}</span>`

function moneyIn({ currency, country }: ClinicFacts) {
  const decimals = exponentOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = (locale: string) => new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits })
  const [english, arabic] = [format('en-GB'), format(`ar-${country}-u-nu-latn`)]
  return (minor: number): Html => {
    const major = toMajor(minor, currency)
    return html`<bdi>${both(english.format(major), arabic.format(major))}</bdi>`
  }
}

/** What one option offers, in both languages: what the patient reads, and signs to the byte. */
export function offerDocument(
  { clinic, now }: Pick<Tx, 'clinic' | 'now'>,
  row: QuotationRow,
  { lines, parties: { patient, file_number, ...who } }: { lines: readonly OfferedLine[]; parties: Parties },
): Html {
  const money = moneyIn(clinic)
  const { option_label: label, valid_until: until, tax_percent: percent } = row
  const rows: readonly (readonly [Html, Html, boolean])[] = [
    [both('Price', 'السعر'), money(row.subtotal_minor), true],
    [both('Discount', 'الخصم'), money(row.discount_minor), row.discount_minor > 0],
    [both(`VAT ${percent}%`, `ضريبة القيمة المضافة ${percent}%`), money(row.tax_minor), true],
    [both('Total', 'الإجمالي'), money(row.total_minor), true],
    [both('Insurer pays', 'تدفع شركة التأمين'), money(row.insurance_minor), true],
    [both('You pay', 'تدفع أنت'), money(row.total_minor - row.insurance_minor), true],
  ]
  const title = label ?? row.name
  return html`<article class="offer">
<p class="about"><bdi>${both(who.clinic, who.clinic_ar ?? who.clinic)}</bdi> · <bdi>${patient}</bdi> · <bdi dir="ltr">${file_number}</bdi> · <bdi dir="ltr">${localDate(Date.parse(now), clinic.timeZone)}</bdi></p>
<h2>${title ? html`<bdi>${title}</bdi>` : both('Quotation', 'عرض السعر')}</h2>
${label && row.name && html`<p><bdi>${row.name}</bdi></p>`}
<ul>${lines.map(line => lineOf(line, money))}</ul>
<dl>${rows.map(([name, amount, isShown]) => isShown && html`<dt>${name}</dt><dd>${amount}</dd>`)}</dl>
${until && html`<p class="until">${both('Can be signed until', 'يمكن توقيعه حتى')} <bdi dir="ltr">${until}</bdi></p>`}
${row.notes && html`<p class="notes"><bdi>${row.notes}</bdi></p>`}
</article>`
}

function lineOf(line: OfferedLine, money: (minor: number) => Html): Html {
  const teeth = line.tooth.join(', ')
  // A fee that was copied before lines had Arabic names has one all the same.
  const arabic = line.name_ar ?? (line.treatment_id === null ? FEE_AR : null)
  const name = html`<bdi>${arabic === null ? line.name : both(line.name, arabic)}</bdi>`
  return html`<li><span>${name}${line.quantity > 1 && html` <bdi dir="ltr">× ${line.quantity}</bdi>`}${teeth !== '' && html` <bdi dir="ltr" class="teeth">${teeth}</bdi>`}</span>${money(line.price_minor * line.quantity)}</li>`
}
