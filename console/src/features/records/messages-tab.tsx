import { Group, Stack } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { Moment, Name } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { storyTexts } from './story-texts.ts'
import { WriteMessage } from './write-message.tsx'

type Message = Returned<'listMessagesOfPatient'>

/** What was written to the patient and by the patient, newest first, and a message more. */
export function MessagesTab({ id }: { id: string }) {
  const t = useTexts(storyTexts)
  const pages = useReadPages('listMessagesOfPatient', cursor => ({ id, cursor }))
  return (
    <Stack gap="md">
      <Section title={t.write}>
        <WriteMessage id={id} />
      </Section>
      <Pages query={pages} height={240}>
        {messages =>
          messages.length === 0 ? (
            <Empty icon={<IconMessage size={22} stroke={1.6} />} title={t.noMessages} />
          ) : (
            <div className="card">
              <ul className="rows" aria-label={t.messages}>
                {messages.map(message => (
                  <MessageRow key={message.id} message={message} />
                ))}
              </ul>
            </div>
          )
        }
      </Pages>
    </Stack>
  )
}

function MessageRow({ message }: { message: Message }) {
  const t = useTexts(storyTexts)
  const { direction, channel, text, state, sentBy, createdAt } = message
  const isIn = direction === 'INBOUND'
  return (
    <li>
      <Stack gap={4}>
        <Group gap="sm">
          <span className="tag" data-tone={isIn ? undefined : 'quiet'}>
            {isIn ? t.fromPatient : t.fromClinic}
          </span>
          <span className="small">
            {t.channels[channel]} · <Moment at={createdAt} />
            {sentBy !== null && (
              <>
                {' · '}
                <bdi>{sentBy}</bdi>
              </>
            )}
          </span>
          {!isIn && (
            <span className="tag" data-tone={state === 'failed' ? 'danger' : undefined}>
              {t.messageStates[state]}
            </span>
          )}
        </Group>
        <div className="row-text" style={{ whiteSpace: 'pre-wrap' }}>
          {text === null ? <span className="small">{t.noText}</span> : <Name>{text}</Name>}
        </div>
      </Stack>
    </li>
  )
}
