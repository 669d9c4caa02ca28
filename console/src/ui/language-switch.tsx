import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

/** Names the other language in that language, so that a user who needs it can read it. */
export function LanguageSwitch({ onChoose }: { onChoose?: (language: 'en' | 'ar') => void }) {
  const { language, choose } = useLanguage()
  const t = useTexts(ui)
  const other = language === 'ar' ? 'en' : 'ar'
  const change = () => {
    choose(other)
    onChoose?.(other)
  }
  return (
    <Button
      className="language"
      variant="subtle"
      size="sm"
      leftSection={<IconLanguage size={18} aria-hidden />}
      onClick={change}
    >
      <bdi lang={other}>{t.otherLanguage}</bdi>
    </Button>
  )
}
