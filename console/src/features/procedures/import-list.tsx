import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Name } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { csvText, MOST_CSV_BYTES } from './csv-text.ts'
import { faultsIn } from './import-fault.ts'
import { Faults } from './import-faults.tsx'
import { Outcome } from './import-outcome.tsx'
import { importTexts } from './import-texts.ts'
import { PRICE_LIST_CHANGED } from './procedure-draft.ts'

type Imported = Returned<'importProcedures'>

/** Reads a price list in from a file: first it is tried, and shown what would change or is wrong, then it is done. */
export function ImportList() {
  const t = useTexts(importTexts)
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const [isTooLarge, setTooLarge] = useState(false)
  const trying = useWrite('importProcedures', { changes: [] })
  const take = async (chosen: File | null) => {
    if (!chosen) return
    trying.reset()
    const csv = csvText(await chosen.arrayBuffer())
    const fits = new Blob([csv]).size <= MOST_CSV_BYTES
    setTooLarge(!fits)
    setFile({ name: chosen.name, csv })
    if (fits) trying.mutate({ csv, dryRun: true })
  }
  return (
    <Stack>
      <Text>{t.lead}</Text>
      <Text c="dimmed">{t.rule}</Text>
      <Group gap="sm">
        <FileButton accept="text/csv,text/plain,.csv,.tsv,.txt" onChange={chosen => void take(chosen)}>
          {props => (
            <Button {...props} variant={file ? 'default' : 'filled'}>
              {file ? t.chooseOther : t.choose}
            </Button>
          )}
        </FileButton>
        {file && <Name>{file.name}</Name>}
      </Group>
      {isTooLarge && <Notice tone="warn">{t.tooLarge}</Notice>}
      {trying.isPending && <Loading rows={1} height={160} />}
      <Refused error={trying.error} />
      {file && trying.data && <Tried csv={file.csv} tried={trying.data} />}
    </Stack>
  )
}

/** The cells that are wrong, or why it could not be tried. */
function Refused({ error }: { error: unknown }) {
  const faults = faultsIn(error)
  return faults.length > 0 ? <Faults faults={faults} /> : <ProblemNotice error={error} />
}

/** What would change, and the deed. */
function Tried({ csv, tried }: { csv: string; tried: Imported }) {
  const t = useTexts(importTexts)
  const { close } = useDrawer()
  const importing = useWrite('importProcedures', {
    changes: PRICE_LIST_CHANGED,
    said: ({ added, changed }) => t.done(added + changed),
    done: close,
  })
  const isSame = tried.added + tried.changed === 0
  return (
    <>
      <Notice tone="done">{isSame ? t.allSame : t.wouldBe}</Notice>
      <Refused error={importing.error} />
      {!isSame && (
        <Group>
          <Button loading={importing.isPending} onClick={() => importing.mutate({ csv })}>
            {t.deed}
          </Button>
        </Group>
      )}
      <Outcome tried={tried} />
    </>
  )
}
