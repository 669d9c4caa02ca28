import { shell } from '../../app/texts.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Entrance } from '../../ui/entrance.tsx'

export const InvitePage = () => <Entrance title={useTexts(shell).members}>{null}</Entrance>
