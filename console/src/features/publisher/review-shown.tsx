import { Text } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { Day } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { publishTexts } from './publish-texts.ts'
import type { Version } from './version.ts'

/** That a reviewer looks at the version, or what they decided and why. */
export function ReviewShown({ version: { state, review } }: { version: Version }) {
  const t = useTexts(publishTexts)
  const { language } = useLanguage()
  if (review === null) return state === 'IN_REVIEW' ? <Notice>{t.inReview}</Notice> : null
  const { decision, decidedAt, reasonEn, reasonAr } = review
  const reason = language === 'ar' ? (reasonAr ?? reasonEn) : (reasonEn ?? reasonAr)
  return (
    <Notice tone={decision === 'APPROVED' ? 'done' : 'warn'}>
      {decision === 'APPROVED' ? t.approved : t.rejected} · <Day at={decidedAt} />
      {reason !== null && (
        <Text inherit dir="auto" className="breaks">
          {reason}
        </Text>
      )}
    </Notice>
  )
}
