import { INPUT as ADDED } from 'virtual:staff-input/addBlock'
import { INPUT as CHANGED } from 'virtual:staff-input/updateBlock'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ClinicOperationId, Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useSentence } from '../../ui/problem-notice.tsx'
import { complain } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { useTakeBack } from '../../ui/use-take-back.ts'
import { blockOf, draftOf, newBlock } from './block-draft.ts'
import { BlockFields } from './block-fields.tsx'
import { blockTexts } from './block-texts.ts'

type Block = Returned<'getBlock'>
/** A doctor, or a room of a branch. */
export type Place = { doctorId: string } | { branchId: string; room: string }

const CHANGED_BY_BLOCKS: readonly ClinicOperationId[] = ['getDay', 'getBlock', 'listFreeSlots']

/** What is said of a time that was taken, with how many visits stand in it. */
function useTaken() {
  const t = useTexts(blockTexts)
  return (said: string, affected: readonly unknown[]) =>
    affected.length === 0 ? said : `${said} ${t.standing(affected.length)}`
}

/** Blocks a time of a doctor or of a room. */
export function NewBlock({ place, start }: { place: Place; start: string }) {
  const t = useTexts(blockTexts)
  const { close } = useDrawer()
  const days = useDays()
  const taken = useTaken()
  const [initial] = useState(() => newBlock(start, days, 'room' in place ? 'MAINTENANCE' : 'LEAVE'))
  const adding = useWrite('addBlock', {
    changes: CHANGED_BY_BLOCKS,
    said: ({ affected }) => taken(t.blocked, affected),
  })
  const inputOf = (draft: typeof initial) => {
    const { note, ...said } = blockOf(draft, days)
    return { ...place, ...said, ...(note !== '' && { note }) }
  }
  const form = useForm({
    initial,
    check: draft => issuesOf(ADDED, inputOf(draft)),
    send: draft => adding.mutateAsync(inputOf(draft)),
    leave: close,
  })
  return (
    <BlockFields form={form} schema={ADDED}>
      <Button type="submit" loading={form.pending}>
        {t.block}
      </Button>
    </BlockFields>
  )
}

/** Changes a time that is blocked, or gives it free again. */
export function EditBlock({ block }: { block: Block }) {
  const t = useTexts(blockTexts)
  const { close } = useDrawer()
  const days = useDays()
  const taken = useTaken()
  const { id, version } = block
  const [initial] = useState(() => draftOf(block, days))
  const saving = useWrite('updateBlock', {
    changes: CHANGED_BY_BLOCKS,
    said: ({ affected }) => taken(t.saved, affected),
    of: { version, words: { fields: t.fields } },
  })
  const inputOf = (draft: typeof initial) => {
    const { note, ...said } = blockOf(draft, days)
    return { id, ...said, note: note === '' ? null : note }
  }
  const form = useForm({
    initial,
    check: draft => issuesOf(CHANGED, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
    leave: close,
  })
  return (
    <BlockFields form={form} schema={CHANGED}>
      <Button type="submit" loading={form.pending} disabled={!form.edited}>
        {t.save}
      </Button>
      <Free block={block} />
    </BlockFields>
  )
}

/** Gives the time free, and offers to block it again. */
function Free({ block }: { block: Block }) {
  const t = useTexts(blockTexts)
  const { close } = useDrawer()
  const { ask } = useClinicApi()
  const sentence = useSentence()
  const takeBack = useTakeBack(CHANGED_BY_BLOCKS)
  const { doctorId, branchId, room, start, end, kind, note } = block
  const restore = () => {
    const place = doctorId === null ? { branchId: branchId ?? '', room: room ?? '' } : { doctorId }
    return takeBack(
      () => ask('addBlock', { ...place, start, end, kind, ...(note !== null && { note }) }),
      t.blockedAgain,
    )
  }
  const freeing = useWrite('removeBlock', {
    changes: CHANGED_BY_BLOCKS,
    of: { version: block.version, words: { fields: t.fields } },
    done: () => {
      close()
      offerUndo({ message: t.freed, undo: () => void restore() })
    },
  })
  const free = () => freeing.mutate({ id: block.id }, { onError: error => complain(sentence(error)) })
  return (
    <Button variant="default" loading={freeing.isPending} onClick={free}>
      {t.free}
    </Button>
  )
}
