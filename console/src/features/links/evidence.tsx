import { Stack, Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { links } from './texts.ts'

type Signed = Returned<'getClinicQuotation' | 'getClinicConsent'>['evidence'][number]

/** Who signed, how, and that what was signed is what is kept. */
export function Evidence({ evidence }: { evidence: readonly Signed[] }) {
  const t = useTexts(links)
  if (evidence.length === 0) return null
  return (
    <Section title={t.evidence}>
      {evidence.map(({ id, name, role, kind, sha256, genuine, createdAt }) => (
        <Stack key={id} gap={4}>
          <Text>
            {name !== null && <Name>{name}</Name>} · {t.roles[role]} · {t.kinds[kind]} · <Moment at={createdAt} />
          </Text>
          <span className="tag" data-tone={genuine ? undefined : 'danger'}>
            {genuine ? t.genuine : t.forged}
          </span>
          <Ltr className="code small">{sha256}</Ltr>
        </Stack>
      ))}
    </Section>
  )
}
