import type { Input, Returned } from '../../lib/api.ts'
import { numberTyped } from '../../lib/number-typed.ts'

type Medication = Returned<'listClinicMedications'>
export const SHORT_FIELDS = ['strength', 'dosage', 'method', 'duration', 'dispense'] as const
export const LONG_FIELDS = ['sig', 'details'] as const
export type LineField = (typeof SHORT_FIELDS)[number] | (typeof LONG_FIELDS)[number]

/** One medication as it is typed. */
export interface Line extends Readonly<Record<LineField, string>> {
  /** Tells it from others of the same name. */
  readonly key: string
  readonly name: string
}

export interface Draft {
  details: string
  lines: readonly Line[]
}

const NUMBERS: readonly LineField[] = ['dosage', 'duration']

/** A medication as the formulary has it, to be changed; one of another name begins empty. */
export const lineOf = (key: string, name: string, known?: Medication): Line => ({
  ...{ key, name, strength: known?.strength ?? '', method: known?.method ?? '', dispense: known?.dispense ?? '' },
  ...{ dosage: String(known?.dosage ?? ''), duration: String(known?.duration ?? '') },
  ...{ sig: known?.sig ?? '', details: known?.details ?? '' },
})

type About = Pick<Input<'prescribe'>, 'patientId' | 'branchId' | 'appointmentId'>

/** What is typed as it is sent: what is left empty is left out. */
export const prescriptionOf = (about: About, { details, lines }: Draft): Input<'prescribe'> => ({
  ...about,
  ...(details.trim() && { details: details.trim() }),
  medications: lines.map(({ key: _key, name, ...fields }) => ({ name, ...said(fields) })),
})

const said = (fields: Readonly<Record<LineField, string>>) =>
  Object.fromEntries(
    [...SHORT_FIELDS, ...LONG_FIELDS].flatMap(field => {
      const text = fields[field].trim()
      return text === '' ? [] : [[field, NUMBERS.includes(field) ? numberTyped(text) : text]]
    }),
  )
