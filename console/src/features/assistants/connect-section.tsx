import { Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { assistants } from './texts.ts'

/** As the server says it in the page. */
const addressOfAssistants = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="assistant-address"]')?.content

/** How an assistant is connected: the address that it asks for. */
export function ConnectSection() {
  const t = useTexts(assistants)
  const address = addressOfAssistants()
  if (!address) return null
  return (
    <Section title={t.connectTitle} lead={t.connectLead}>
      <Group gap="md">
        <Ltr className="code key">{address}</Ltr>
        <CopyButton text={address} size="sm" />
      </Group>
    </Section>
  )
}
