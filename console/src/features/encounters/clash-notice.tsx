import type { NoteField } from '@clinic/contract/staff/note-fields.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Clash } from './draft-state.ts'
import classes from './encounters.module.css'
import { encounters } from './texts.ts'
import type { Draft } from './use-draft.ts'

/** What another wrote into a field in which something is typed here: both texts are shown, and the person decides. */
export function ClashNotice({ field, draft, clash }: { field: NoteField; draft: Draft; clash: Clash }) {
  const t = useTexts(encounters)
  const { time } = useFormats()
  const theirs = clash.theirs[field]
  if (theirs === undefined) return null
  return (
    <Notice tone="warn">
      <Stack gap="xs">
        <span>{t.clash(plainName(clash.by ?? t.other), time(clash.at))}</span>
        <blockquote className={classes.theirs} dir="auto">
          {theirs || t.emptied}
        </blockquote>
        <Group gap="xs">
          {(['both', 'mine', 'theirs'] as const).map(choice => (
            <Button key={choice} size="compact-sm" variant="default" onClick={() => draft.decide(field, choice)}>
              {t[choice]}
            </Button>
          ))}
        </Group>
      </Stack>
    </Notice>
  )
}
