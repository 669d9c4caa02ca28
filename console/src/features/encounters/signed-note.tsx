import { Stack, Text, Title } from '@mantine/core'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './encounters.module.css'
import { fieldsIn, type Note, pick, textsOf } from './note.ts'
import { encounters } from './texts.ts'

const SHOWN_OF_HASH = 16

/** A note as it was signed, with who did so. */
export function SignedNote({ note }: { note: Note }) {
  const t = useTexts(encounters)
  const texts = textsOf(note)
  const said = fieldsIn(texts).filter(field => texts[field] !== '')
  return (
    <Section title={t.title}>
      <Stack gap="md">
        {said.length === 0 && <Text>{t.nothing}</Text>}
        {fieldsIn(pick(texts, said)).map(field => (
          <div key={field}>
            <Title order={3} size="h6" mb={4}>
              {t.fields[field]}
            </Title>
            <p className={classes.text} dir="auto">
              {texts[field]}
            </p>
          </div>
        ))}
        <Signature note={note} />
      </Stack>
    </Section>
  )
}

function Signature({ note: { signature, signedAt } }: { note: Note }) {
  const t = useTexts(encounters)
  const { moment } = useFormats()
  if (signature === null || signedAt === null) return <Text c="dimmed">{t.signedBefore}</Text>
  return (
    <>
      {!signature.genuine && <Notice tone="warn">{t.forged}</Notice>}
      <Text c="dimmed">
        {t.signedBy(plainName(signature.signedBy ?? t.other), moment(signedAt))}{' '}
        {t.fingerprint(signature.sha256.slice(0, SHOWN_OF_HASH))}
      </Text>
    </>
  )
}
