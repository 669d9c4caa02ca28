import { isRecord } from '@clinic/contract/json-schema.ts'
import { Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage } from '../../lib/language-choice.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import classes from './scopes.module.css'

type Receipt = Returned<'listConsentReceipts'>

/** The sentences as they were shown, of what was granted; where the receipt holds none of one, its name. */
export function ReceiptText({ receipt: { textShown, scopes, events, allowedIpRanges } }: { receipt: Receipt }) {
  const { language } = useLanguage()
  const shown = [textShown.required, textShown.optional].flatMap(one => (Array.isArray(one) ? one : []))
  const sentences = new Map(
    shown.filter(isRecord).map(one => [String(one.scope), String(one[language] ?? one.en ?? one.scope)]),
  )
  return (
    <>
      <ul className={classes.list}>
        {scopes.map(scope => (
          <li key={scope}>
            {sentences.get(scope) ?? ''} <Ltr className="code small">{scope}</Ltr>
          </li>
        ))}
      </ul>
      {events.length > 0 && (
        <Text size="sm">
          <Ltr className="code breaks">{events.join(', ')}</Ltr>
        </Text>
      )}
      {allowedIpRanges.length > 0 && (
        <Text size="sm">
          <Ltr>{allowedIpRanges.join(', ')}</Ltr>
        </Text>
      )}
    </>
  )
}
