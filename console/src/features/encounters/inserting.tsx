import type { NoteField } from '@clinic/contract/staff/note-fields.ts'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { SideDrawer } from '../../ui/url-drawer.tsx'
import { OrderForm } from '../labs/order-form.tsx'
import { labs } from '../labs/texts.ts'
import { useLineWords } from '../prescriptions/line-words.ts'
import { PrescribeForm } from '../prescriptions/prescribe-form.tsx'
import { prescriptions } from '../prescriptions/texts.ts'
import { Insert } from './insert.tsx'
import { aboutOf, type Note } from './note.ts'
import type { Draft } from './use-draft.ts'

interface Place {
  field: NoteField
  /** Where in its text. */
  at: number
}

/** Where in the note a stroke inserts something, and what is written for it first. */
export function useInserting(draft: Draft) {
  const [place, setPlace] = useState<Place>()
  const [writing, write] = useState<string>()
  const end = () => {
    setPlace(undefined)
    write(undefined)
  }
  const insert = (text: string) => {
    if (!place) return
    const before = draft.texts[place.field]
    draft.write(place.field, `${before.slice(0, place.at)}${text}${before.slice(place.at)}`)
    end()
  }
  return { isAsked: place !== undefined && writing === undefined, begin: setPlace, writing, write, insert, end }
}

interface InsertingProps {
  note: Note
  inserting: ReturnType<typeof useInserting>
}

/** What a stroke in the note offers. */
export function Inserting({ note, inserting: { isAsked, writing, write, insert, end } }: InsertingProps) {
  const t = useTexts(prescriptions)
  const wordsOf = useLineWords()
  const lab = useTexts(labs)
  const { day } = useFormats()
  const orderedWords = ({ name, tooth, labName, due }: Returned<'orderLabWork'>) =>
    [name ?? lab.one, tooth.join(', '), labName, ...(due === null ? [] : [lab.dueOn(day(due))])]
      .filter(Boolean)
      .join(' · ')
  const writable = [
    ...(useMay('prescriptions:write') ? [{ id: 'prescription', name: t.one, about: t.prescribeHint }] : []),
    ...(useMay('labs:order') ? [{ id: 'labOrder', name: lab.one, about: lab.orderHint }] : []),
  ]
  return (
    <>
      <Insert isOpen={isAsked} close={end} {...{ insert, writable, write }} />
      <SideDrawer title={t.prescribe} isOpen={writing === 'prescription'} close={end}>
        {() => (
          <PrescribeForm
            about={aboutOf(note)}
            done={({ medications }) => insert(medications.map(wordsOf).join('\n'))}
          />
        )}
      </SideDrawer>
      <SideDrawer title={lab.order} isOpen={writing === 'labOrder'} close={end}>
        {() => <OrderForm patientId={note.patientId} done={order => insert(orderedWords(order))} />}
      </SideDrawer>
    </>
  )
}
