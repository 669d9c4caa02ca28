import { usePreferences } from '../lib/preferences.ts'
import { Ltr } from './isolated.tsx'

/** An amount with the code of its currency: the same characters in every language. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { digits } = usePreferences()
  const written = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency, currencyDisplay: 'code' },
    numberingSystem: digits,
  }).format(amount)
  return <Ltr className="code whole">{written}</Ltr>
}
