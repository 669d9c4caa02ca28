import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'
import { RoomTabs, useTab } from '../../ui/room-tabs.tsx'
import { DialogPieces } from './dialog-pieces.tsx'
import { FormPieces } from './form-pieces.tsx'
import { ListPieces } from './list-pieces.tsx'
import { ruleTexts } from './rule-texts.ts'
import { StatePieces } from './state-pieces.tsx'
import { Tokens } from './tokens.tsx'
import { WordPieces } from './word-pieces.tsx'

const PARTS = {
  tokens: Tokens,
  words: WordPieces,
  form: FormPieces,
  lists: ListPieces,
  states: StatePieces,
  dialogs: DialogPieces,
}

/** Every piece that rooms are built from, with its rule; where the console is developed alone. */
export function StylesPage() {
  const t = useTexts(ruleTexts)
  const Part = PARTS[useTab(t.parts) ?? 'tokens']
  return (
    <Room title={t.title} lead={t.lead}>
      <RoomTabs label={t.title} tabs={t.parts} />
      <Part />
    </Room>
  )
}
