import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty } from '../../ui/states.tsx'
import { audit } from './texts.ts'

type Export = Returned<'listExports'>

/** What the clinic has exported, how far it is, and the way to the file. */
export function Exports() {
  const t = useTexts(audit)
  const pages = useReadPages('listExports', cursor => ({ cursor }))
  const columns = useColumns()
  return (
    <Pages query={pages} height={200}>
      {rows => (
        <Grid
          label={t.exports}
          rows={rows}
          columns={columns}
          idOf={({ id }) => id}
          nameOf={({ fileName }) => fileName}
          empty={
            <Empty icon={<IconFileExport size={22} stroke={1.6} />} title={t.noExports}>
              {t.noExportsLead}
            </Empty>
          }
        />
      )}
    </Pages>
  )
}

function useColumns(): readonly Column<Export>[] {
  const t = useTexts(audit)
  return [
    { key: 'file', title: t.file, cell: ({ fileName }) => <Ltr>{fileName}</Ltr> },
    { key: 'state', title: t.state, cell: found => <ExportState found={found} /> },
    { key: 'made', title: t.madeAt, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { key: 'until', title: t.until, cell: ({ expiresAt }) => (expiresAt === null ? '–' : <Day at={expiresAt} />) },
  ]
}

function ExportState({ found }: { found: Export }) {
  const t = useTexts(audit)
  const { state, progress } = found
  if (state === 'READY') return <Download found={found} />
  return (
    <span className="tag" data-tone={state === 'FAILED' ? 'danger' : 'quiet'}>
      {t.exportStates[state]} {state === 'RUNNING' && `${Math.floor(progress * 100)}%`}
    </span>
  )
}

/** The link is asked for when it is followed, after a step-up where one is due; the page stays where it is. */
function Download({ found: { id, fileName } }: { found: Export }) {
  const t = useTexts(audit)
  const getting = useWrite('getExport', { changes: [] })
  const follow = async () => {
    const { downloadUrl } = await getting.mutateAsync({ id })
    if (downloadUrl !== null) window.location.assign(downloadUrl)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t.downloadOf(fileName)}
        loading={getting.isPending}
        onClick={() => void follow().catch(() => undefined)}
      >
        {t.download}
      </Button>
      <ProblemNotice error={getting.error} />
    </>
  )
}
