import { NOTE_FIELDS, type NoteField } from '@clinic/contract/staff/note-fields.ts'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { Unreachable } from '../../lib/problem.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ClashNotice } from './clash-notice.tsx'
import { Inserting, useInserting } from './inserting.tsx'
import { LISTS, type Note } from './note.ts'
import { encounters } from './texts.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useSigning } from './use-signing.ts'

/** The note as it is being written; each field says what its template asks. */
export function NoteForm({ note }: { note: Note }) {
  const t = useTexts(encounters)
  const draft = useDraft(note)
  const inserting = useInserting(draft)
  const maySign = note.allowed.includes('SIGN')
  const mayWrite = note.allowed.includes('WRITE')
  const signing = useSigning(note, draft, maySign)
  return (
    <Section title={t.title} state={mayWrite && <SavedState draft={draft} />}>
      <Stack gap="md">
        {draft.clash && <Notice tone="warn">{t.clashLead}</Notice>}
        {useAsked(note).map(({ field, label, description }) => (
          <Stack key={field} gap="xs">
            <Textarea
              {...{ label, description }}
              autosize
              minRows={field === 'clinicalNotes' ? 4 : 1}
              maxRows={24}
              maxLength={10_000}
              dir="auto"
              readOnly={!mayWrite}
              value={draft.texts[field]}
              onChange={event => draft.write(field, event.currentTarget.value)}
              onBlur={() => void draft.save()}
              onKeyDown={event => {
                const at = slashAt(event)
                if (at === undefined || !mayWrite) return
                event.preventDefault()
                inserting.begin({ field, at })
              }}
            />
            {draft.clash && <ClashNotice {...{ field, draft, clash: draft.clash }} />}
          </Stack>
        ))}
        <ProblemNotice error={draft.trouble instanceof Unreachable ? null : draft.trouble} />
        <ProblemNotice error={signing.error} />
        {signing.isBehind && <Notice tone="warn">{t.clashBeforeSign}</Notice>}
        {maySign ? (
          <Group>
            <Button loading={signing.isPending} onClick={() => void signing.sign()}>
              {t.sign}
            </Button>
            <Text size="sm" c="dimmed">
              {t.signHint}
            </Text>
          </Group>
        ) : (
          mayWrite && <Text c="dimmed">{t.notYours}</Text>
        )}
      </Stack>
      <Inserting {...{ note, inserting }} />
    </Section>
  )
}

/** What the note asks: what its template does, or else all that a note may say. */
function useAsked({ template }: Note): { field: NoteField; label: string; description?: string }[] {
  const t = useTexts(encounters)
  const { language } = useLanguage()
  const hint = (field: NoteField) => (LISTS.includes(field) ? { description: t.oneALine } : {})
  const asked = template?.fields ?? []
  const others = NOTE_FIELDS.filter(field => asked.every(({ key }) => key !== field))
  return [
    ...asked.map(({ key, prompt }) => ({ field: key, label: prompt[language], ...hint(key) })),
    ...others.map(field => ({ field, label: t.fields[field], ...hint(field) })),
  ]
}

/** Where a stroke that begins a word was pressed: it inserts something. */
function slashAt(event: KeyboardEvent<HTMLTextAreaElement>): number | undefined {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const { selectionStart: at, value } = event.currentTarget
  return at === 0 || /\s/.test(value[at - 1] ?? '') ? at : undefined
}

function SavedState({ draft }: { draft: Draft }) {
  const t = useTexts(encounters)
  const { time } = useFormats()
  const said = () => {
    if (draft.trouble instanceof Unreachable) return t.offline
    if (draft.isSaving) return t.saving
    return draft.isTyped ? t.typing : t.saved(time(draft.at))
  }
  return (
    <span role="status" className="small">
      {said()}
    </span>
  )
}
