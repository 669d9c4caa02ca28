import { Button, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Moment, Name } from '../../ui/isolated.tsx'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './encounters.module.css'
import type { Note } from './note.ts'
import { encounters } from './texts.ts'

/** What was added to a note after it was signed, and where its doctor adds to it. */
export function Addenda({ note: { id, addenda, allowed } }: { note: Note }) {
  const t = useTexts(encounters)
  const adding = useWrite('addEncounterAddendum', { changes: ['getEncounterNote'], said: () => t.added })
  const mayAdd = allowed.includes('ADD')
  if (addenda.length === 0 && !mayAdd) return null
  return (
    <Section title={t.addenda}>
      <Stack gap="md" align="start">
        {addenda.map(({ id: own, text, addedBy, createdAt }) => (
          <div key={own}>
            <span className="small">
              <Name>{addedBy ?? t.other}</Name> <Moment at={createdAt} />
            </span>
            <p className={classes.text} dir="auto">
              {text}
            </p>
          </div>
        ))}
        {mayAdd && (
          <NoteDialog
            trigger={open => (
              <Button variant="default" onClick={open}>
                {t.add}
              </Button>
            )}
            title={t.add}
            lead={t.addLead}
            note={t.addText}
            missing={t.addMissing}
            deed={t.add}
            pending={adding.isPending}
            error={adding.error}
            act={({ note = '' }) => adding.mutateAsync({ id, text: note })}
          />
        )}
      </Stack>
    </Section>
  )
}
