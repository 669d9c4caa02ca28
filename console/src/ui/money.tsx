import { usePreferences } from '../lib/preferences.ts'
import { Ltr } from './isolated.tsx'

/** An amount with the code of its currency: the same characters in every language. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { digits } = usePreferences()
  return <Ltr className="code whole">{amountText(amount, currency, digits)}</Ltr>
}

/** The same as plain text. */
export const amountText = (amount: number, currency: string, numberingSystem: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code', numberingSystem }).format(amount)
