import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type Html, html } from '../../kernel/values/html.ts'
import { localDate } from '../../kernel/values/zone.ts'
import type { ConsentFormRow } from './consent-form.ts'

interface Parties {
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

interface Treated {
  name: string
  tooth: number[]
}
const treated = sql<Treated>(`
  select name, tooth from treatment where company_id = $1 and id = any($2) order by array_position($2, id)`)

/** The same in both languages: the page shows that of its own. What there is in one alone is shown in both. */
const both = (en: Html | string, ar: Html | string | null): Html =>
  ar === null ? html`<span>${en}</span>` : html`<span lang="en">${en}</span><span lang="ar">${ar}</span>`

const paragraphs = (text: string): Html[] =>
  text.split(/\n\s*\n/).flatMap(part => (part.trim() === '' ? [] : html`<p>${part.trim()}</p>`))

/** What is agreed to, in both languages: what the patient reads, and signs to the byte. */
export async function consentDocument(tx: Tx, row: ConsentFormRow): Promise<Html> {
  const [[who], treatments] = await Promise.all([
    tx.sql(parties([tx.clinic.id, row.patient_id])),
    tx.sql(treated([tx.clinic.id, row.treatment_ids])),
  ])
  if (!who) throw new Error('A consent is of a patient of the clinic.')
  const { clinic, clinic_ar, patient, file_number } = who
  const day = localDate(Date.parse(row.created_at), tx.clinic.timeZone)
  return html`<article class="consent">
<p class="about"><bdi>${both(clinic, clinic_ar)}</bdi> · <bdi>${patient}</bdi> · <bdi dir="ltr">${file_number}</bdi> · <bdi dir="ltr">${day}</bdi></p>
<h2 dir="auto">${both(row.name, row.name_ar)}</h2>
${treatments.length > 0 && html`<ul>${treatments.map(({ name, tooth }) => html`<li><bdi>${name}</bdi>${tooth.length > 0 && html` <bdi dir="ltr" class="teeth">${tooth.join(', ')}</bdi>`}</li>`)}</ul>`}
${wordsIn(row)}
</article>`
}

function wordsIn({ body, body_ar }: ConsentFormRow): Html {
  if (body_ar === null) return html`<div class="words" dir="auto">${paragraphs(body)}</div>`
  return html`<div class="words" lang="en" dir="auto">${paragraphs(body)}</div><div class="words" lang="ar" dir="rtl">${paragraphs(body_ar)}</div>`
}
