import { type ImgHTMLAttributes, useState } from 'react'
import type { KeptFile } from './patient-record.ts'

interface PictureProps extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'alt' | 'className' | 'style' | 'loading'> {
  file: KeptFile
}

/** The picture in a file. The address that it was first shown from stays while it works: each reading of the list gives another. */
export function Picture({ file: { downloadUrl }, alt = '', ...rest }: PictureProps) {
  const [from, setFrom] = useState(downloadUrl)
  const renew = () => {
    if (from !== downloadUrl) setFrom(downloadUrl)
  }
  return <img {...rest} alt={alt} src={from} onError={renew} />
}
