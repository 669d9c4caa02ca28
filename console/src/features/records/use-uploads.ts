import { useRef, useState } from 'react'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { FEWEST_BYTES, MOST_BYTES, sendableName, typeOf } from './sendable-file.ts'
import { sendFile } from './upload-file.ts'

export type Kind = 'file' | 'xray'
/** Why a file is not taken, whatever is tried. */
export type Unfit = 'type' | 'size'

export interface Upload {
  key: number
  file: File
  kind: Kind
  /** From 0 to 1. */
  part: number
  unfit?: Unfit
  error?: unknown
}

const unfitOf = (file: File): Unfit | undefined =>
  typeOf(file) === undefined ? 'type' : file.size < FEWEST_BYTES || file.size > MOST_BYTES ? 'size' : undefined

/** The files that are on their way to the record of a patient: each is announced, sent and confirmed; one that fails can be tried again. */
export function useUploads(id: string) {
  const { ask } = useClinicApi()
  const forget = useForget()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const keys = useRef(0)
  useUnsaved(uploads.some(({ unfit, error }) => unfit === undefined && error === undefined))
  const change = (key: number, changes: Partial<Upload>) =>
    setUploads(all => all.map(one => (one.key === key ? { ...one, ...changes } : one)))
  const remove = (key: number) => setUploads(all => all.filter(one => one.key !== key))

  async function send({ key, file, kind }: Upload): Promise<void> {
    const contentType = typeOf(file)
    if (contentType === undefined) return
    change(key, { part: 0, error: undefined })
    try {
      const wish = { id, fileName: sendableName(file.name), contentType, sizeBytes: file.size, kind }
      const { fileId, ...target } = await ask('announceFile', wish)
      await sendFile(target, file, part => change(key, { part }))
      await ask('confirmFile', { id, fileId })
      await forget('listFilesOfPatient')
      remove(key)
    } catch (error) {
      change(key, { error })
    }
  }

  function add(files: readonly File[], kind: Kind): void {
    const fresh = files.map((file): Upload => {
      const unfit = unfitOf(file)
      return { key: ++keys.current, file, kind, part: 0, ...(unfit && { unfit }) }
    })
    setUploads(all => [...all, ...fresh])
    for (const upload of fresh) if (upload.unfit === undefined) void send(upload)
  }
  return { uploads, add, retry: (upload: Upload) => void send(upload), remove }
}
