import { Modal } from '@mantine/core'
import { useState } from 'react'
import { folded } from '../../lib/folded.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { type Picked, Picker } from '../../ui/picker.tsx'
import { ui } from '../../ui/texts.ts'
import { encounters } from './texts.ts'

const MOST = 8

interface InsertProps {
  isOpen: boolean
  close: () => void
  insert: (text: string) => void
  /** What else can be inserted, which is written first. */
  writable: readonly Picked[]
  write: (id: string) => void
}

/** What a stroke in the note inserts: the name of a procedure, or what is prescribed or ordered. */
export function Insert({ isOpen, close, ...offered }: InsertProps) {
  const t = useTexts(encounters)
  const words = useTexts(ui)
  return (
    <Modal opened={isOpen} onClose={close} title={t.insert} closeButtonProps={{ 'aria-label': words.close }}>
      <Offered {...offered} />
    </Modal>
  )
}

function Offered({ insert, writable, write }: Omit<InsertProps, 'isOpen' | 'close'>) {
  const t = useTexts(encounters)
  const [typed, setTyped] = useState('')
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  const wanted = folded(typed)
  const meant = writable.filter(({ name }) => folded(name).includes(wanted))
  const procedures = workplace?.procedures
    .filter(({ name, nameAr, code }) => folded([name, nameAr, code].join(' ')).includes(wanted))
    .slice(0, MOST)
    .map(one => ({ id: one.id, name: nameOf(language, one), ...(one.code !== null && { about: one.code }) }))
  const choose = (one: Picked | undefined) => {
    if (one === undefined) return
    if (meant.some(({ id }) => id === one.id)) write(one.id)
    else insert(one.name)
  }
  return (
    <Picker
      label={t.insert}
      chosen={undefined}
      onChoose={choose}
      typed={typed}
      onType={setTyped}
      found={procedures && [...meant, ...procedures]}
      isFirst
    />
  )
}
