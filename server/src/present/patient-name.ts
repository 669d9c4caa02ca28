interface Named {
  first_name: string | null
  last_name: string | null
}

/** The name of the patient that a row is joined with; null where there is none. */
export const patientName = ({ first_name, last_name }: Named): string | null =>
  first_name === null ? null : [first_name, last_name].filter(Boolean).join(' ')
