import type { ClinicFacts } from '../../kernel/tx.ts'

interface Payer {
  nationality: string | null
  national_id: string | null
}

/**
 * The rate of tax on a treatment. Saudi citizens who prove it pay none: private health care is zero-rated for them
 * (VATEX-SA-HEA), and the invoice then needs the national id.
 */
export const taxPercentFor = ({ country, taxPercent }: ClinicFacts, { nationality, national_id }: Payer): number =>
  country === 'SA' && nationality === 'SA' && national_id !== null ? 0 : taxPercent
