import { shell } from '../../app/texts.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'

export const MembersPage = () => <Room title={useTexts(shell).members}>{null}</Room>
