import { UnstyledButton } from '@mantine/core'
import { IconFile, IconFileTypePdf } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Day, Name } from '../../ui/isolated.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { FileViewer } from './file-viewer.tsx'
import { isPicture, type KeptFile } from './patient-record.ts'
import { Picture } from './picture.tsx'
import classes from './records.module.css'
import { recordTexts } from './texts.ts'

/** Files as small pictures, newest first; each opens in the viewer. */
export function FileGrid({ files }: { files: readonly KeptFile[] }) {
  const t = useTexts(recordTexts)
  const { open, opened } = useDrawer()
  const shown = files.find(({ id }) => id === opened)
  return (
    <>
      <ul className={classes.files} aria-label={t.files}>
        {files.map(file => (
          <li key={file.id}>
            <UnstyledButton className={classes.file} onClick={() => open(file.id)}>
              <span className={classes.thumb}>
                <Thumb file={file} />
              </span>
              <span className={classes.name}>
                <Name>{file.name}</Name>
              </span>
              <span className={`small ${classes.facts}`}>
                <Day at={file.createdAt} />
                {file.xrayId !== null && <span className="tag">{t.xray}</span>}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown && <FileViewer key={shown.id} file={shown} files={files} />}
    </>
  )
}

function Thumb({ file }: { file: KeptFile }) {
  if (isPicture(file)) return <Picture file={file} loading="lazy" />
  const Icon = file.contentType === 'application/pdf' ? IconFileTypePdf : IconFile
  return <Icon size={40} stroke={1.4} aria-hidden />
}
