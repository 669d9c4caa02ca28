import { Modal } from '@mantine/core'
import { useState } from 'react'
import { folded } from '../../lib/folded.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { Picker } from '../../ui/picker.tsx'
import { ui } from '../../ui/texts.ts'
import { encounters } from './texts.ts'

const MOST = 8

interface InsertProps {
  isOpen: boolean
  close: () => void
  insert: (text: string) => void
}

/** What a stroke in the note inserts: the name of a procedure. */
export function Insert({ isOpen, close, insert }: InsertProps) {
  const t = useTexts(encounters)
  const words = useTexts(ui)
  return (
    <Modal opened={isOpen} onClose={close} title={t.insert} closeButtonProps={{ 'aria-label': words.close }}>
      <Offered insert={insert} />
    </Modal>
  )
}

function Offered({ insert }: Pick<InsertProps, 'insert'>) {
  const t = useTexts(encounters)
  const [typed, setTyped] = useState('')
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  const wanted = folded(typed)
  const found = workplace?.procedures
    .filter(({ name, nameAr, code }) => folded([name, nameAr, code].join(' ')).includes(wanted))
    .slice(0, MOST)
    .map(one => ({ id: one.id, name: nameOf(language, one), ...(one.code !== null && { about: one.code }) }))
  return (
    <Picker
      label={t.insert}
      chosen={undefined}
      onChoose={one => one && insert(one.name)}
      typed={typed}
      onType={setTyped}
      found={found}
      isFirst
    />
  )
}
